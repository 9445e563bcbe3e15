import java.io.*;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;

/**
 * Tries to leave the sandbox by what the JDK offers. Each row has a directory of its own outside, with a file in it,
 * and ends with "refused" or "done" on standard output.
 */
public class Escapes {
    interface Attempt {
        /** Returns normally, or true, if the attempt succeeded. */
        Object run(Path outside) throws Exception;
    }

    static final Path OUTSIDE = Path.of(System.getenv("OUTSIDE"));
    static final Path INSIDE = Path.of(System.getenv("INSIDE"));
    static final long PARENT = ProcessHandle.current().parent().get().pid();
    static final String MARK = System.getenv("MARK");
    /** The rows to run; null for all. */
    static final Set<String> ROWS =
        System.getenv("ROWS") == null ? null : Set.of(System.getenv("ROWS").split(","));
    /** True without a sandbox, where each row must show that it can succeed. */
    static final boolean UNCONFINED = System.getenv("UNCONFINED") != null;

    static boolean isWanted(String name) { return ROWS == null || ROWS.contains(name); }

    /** Runs a row in a thread of its own, so that one that blocks is reported and the others run. */
    static void row(String name, Attempt attempt) {
        if (!isWanted(name)) return;
        String[] outcome = {"hangs\t"};
        Thread thread = new Thread(() -> outcome[0] = outcome(name, attempt));
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join(20_000);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        System.out.println(name + "\t" + outcome[0]);
    }

    static String outcome(String name, Attempt attempt) {
        try {
            Object result = attempt.run(OUTSIDE.resolve(name));
            return Boolean.FALSE.equals(result) ? "refused\tfalse" : "done\t" + result;
        } catch (Throwable thrown) {
            return "refused\t" + thrown.toString().replace('\n', ' ');
        }
    }

    /** The process outside that belongs to a row. */
    static long victim(Path dir) throws IOException { return Long.parseLong(Files.readString(dir.resolve("victim"))); }

    public static void main(String[] args) throws Exception {
        content();
        names();
        attributes();
        detours();
        system();
        sockets();
        processes();
        own();
        if (args.length > 0) Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) args);
    }

    static void content() {
        row("write", dir -> Files.writeString(dir.resolve("file"), "changed"));
        row("append", dir -> Files.writeString(dir.resolve("file"), "more", StandardOpenOption.APPEND));
        row("truncate", dir -> {
            try (var file = new RandomAccessFile(dir.resolve("file").toFile(), "rw")) { file.setLength(0); }
            return true;
        });
        row("map", dir -> {
            try (var channel = FileChannel.open(dir.resolve("file"), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                return channel.map(FileChannel.MapMode.READ_WRITE, 0, 4).put((byte) 'x');
            }
        });
        row("fifo-write", dir -> {
            try (var out = new FileOutputStream(dir.resolve("fifo").toFile())) { out.write(1); }
            return true;
        });
        row("transfer-to-fifo", dir -> {
            try (var in = FileChannel.open(INSIDE.resolve("mine")); var out = FileChannel.open(dir.resolve("fifo"), StandardOpenOption.WRITE)) {
                return in.transferTo(0, 1, out);
            }
        });
    }

    static void names() {
        row("create-file", dir -> Files.createFile(dir.resolve("new")));
        row("create-directory", dir -> Files.createDirectory(dir.resolve("new")));
        row("create-symbolic-link", dir -> Files.createSymbolicLink(dir.resolve("new"), Path.of("file")));
        row("create-hard-link", dir -> Files.createLink(dir.resolve("new"), dir.resolve("file")));
        row("delete", dir -> { Files.delete(dir.resolve("file")); return true; });
        row("rename", dir -> Files.move(dir.resolve("file"), dir.resolve("new")));
        row("rename-over", dir -> Files.move(Files.createFile(INSIDE.resolve("over")), dir.resolve("file"), StandardCopyOption.ATOMIC_MOVE));
        row("copy-over", dir -> Files.copy(INSIDE.resolve("mine"), dir.resolve("file"), StandardCopyOption.REPLACE_EXISTING));
        row("take-away", dir -> Files.move(dir.resolve("file"), INSIDE.resolve("taken")));
        row("hard-link-inside", dir -> Files.createLink(INSIDE.resolve("linked"), dir.resolve("file")));
        row("temporary-directory", dir -> Files.createFile(Path.of("/tmp", MARK)));
        row("shared-memory-file", dir -> Files.createFile(Path.of("/dev/shm", MARK)));
        row("home", dir -> Files.createFile(Path.of(System.getProperty("user.home"), MARK)));
    }

    static void attributes() {
        row("set-permissions", dir -> Files.setPosixFilePermissions(dir.resolve("file"), PosixFilePermissions.fromString("rwxrwxrwx")));
        row("set-mode", dir -> Files.setAttribute(dir.resolve("file"), "unix:mode", 0777));
        row("set-readable", dir -> dir.resolve("file").toFile().setReadable(true, false));
        row("set-writable", dir -> dir.resolve("file").toFile().setWritable(true, false));
        row("set-executable", dir -> dir.resolve("file").toFile().setExecutable(true));
        row("set-read-only", dir -> dir.resolve("file").toFile().setReadOnly());
        row("set-directory-permissions", dir -> Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwxrwxrwx")));
        row("set-last-modified", dir -> dir.resolve("file").toFile().setLastModified(5000));
        row("set-last-modified-time", dir -> Files.setLastModifiedTime(dir.resolve("file"), FileTime.fromMillis(5000)));
        row("set-times", dir -> {
            FileTime time = FileTime.fromMillis(5000);
            Files.getFileAttributeView(dir.resolve("file"), BasicFileAttributeView.class).setTimes(time, time, null);
            return true;
        });
        row("set-owner", dir -> Files.setOwner(dir.resolve("file"), Files.getOwner(dir.resolve("file"))));
        row("set-group", dir -> {
            var view = Files.getFileAttributeView(dir.resolve("file"), PosixFileAttributeView.class);
            view.setGroup(view.readAttributes().group());
            return true;
        });
        row("set-extended-attribute", dir ->
            Files.getFileAttributeView(dir.resolve("file"), UserDefinedFileAttributeView.class).write("a", ByteBuffer.wrap(new byte[1])));
    }

    /** The same by paths that lead elsewhere than they seem to. */
    static void detours() {
        row("link-inside-write", dir -> Files.writeString(Files.createSymbolicLink(INSIDE.resolve("l1"), dir.resolve("file")), "changed"));
        row("link-inside-mode", dir ->
            Files.setPosixFilePermissions(Files.createSymbolicLink(INSIDE.resolve("l2"), dir.resolve("file")), PosixFilePermissions.fromString("rwxrwxrwx")));
        row("link-to-directory", dir -> Files.createFile(Files.createSymbolicLink(INSIDE.resolve("l3"), dir).resolve("new")));
        row("dots", dir -> Files.writeString(Path.of(INSIDE + "/" + "../".repeat(20) + dir.resolve("file")), "changed"));
        row("own-root", dir -> Files.writeString(Path.of("/proc/self/root" + dir.resolve("file")), "changed"));
        row("own-root-mode", dir -> Path.of("/proc/self/root" + dir.resolve("file")).toFile().setLastModified(5000));
        row("parent-root", dir -> Files.writeString(Path.of("/proc/" + PARENT + "/root" + dir.resolve("file")), "changed"));
        row("parent-root-mode", dir -> Path.of("/proc/" + PARENT + "/root" + dir.resolve("file")).toFile().setLastModified(5000));
        row("victim-directory", dir -> Path.of("/proc/" + victim(dir) + "/cwd").resolve(OUTSIDE.relativize(dir)).resolve("file").toFile().setLastModified(5000));
        row("descriptor-mode", dir -> {
            try (var in = new FileInputStream(dir.resolve("file").toFile())) {
                for (File each : new File("/proc/self/fd").listFiles())
                    if (each.getCanonicalPath().equals(dir.resolve("file").toString())) return each.setExecutable(true, false);
                return false;
            }
        });
    }

    static void system() {
        row("kernel-setting", dir -> {
            Path setting = Path.of("/proc/sys/kernel/core_pattern");
            return Files.write(setting, Files.readAllBytes(setting));
        });
        row("system-setting", dir -> Files.writeString(Path.of("/sys/kernel/mm/transparent_hugepage/enabled"), "madvise"));
        row("kernel-log", dir -> Files.writeString(Path.of("/dev/kmsg"), MARK));
        row("terminal", dir -> Files.writeString(Path.of("/dev/tty"), MARK));
        row("new-terminal", dir -> new RandomAccessFile("/dev/ptmx", "rw"));
        row("memory-of-victim", dir -> new RandomAccessFile("/proc/" + victim(dir) + "/mem", "rw"));
        row("out-of-memory-score", dir -> Files.writeString(Path.of("/proc/" + victim(dir) + "/oom_score_adj"), "500"));
    }

    static void sockets() {
        int tcp = Integer.parseInt(System.getenv("TCP")), udp = Integer.parseInt(System.getenv("UDP"));
        InetAddress loopback = InetAddress.getLoopbackAddress();
        row("unix-connect", dir -> {
            try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(OUTSIDE.resolve("socket")))) {
                return channel.write(ByteBuffer.wrap(new byte[] {1}));
            }
        });
        row("unix-bind", dir -> ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(dir.resolve("new"))));
        row("tcp-connect", dir -> new Socket(loopback, tcp));
        row("tcp-listen", dir -> new ServerSocket(0, 1, loopback));
        row("udp-send", dir -> {
            // Whether it was received is checked outside; in the sandbox it is sent into a network without others.
            try (var socket = new DatagramSocket()) { socket.send(new DatagramPacket(new byte[1], 1, loopback, udp)); }
            return UNCONFINED;
        });
        row("udp-elsewhere", dir -> {
            try (var socket = new DatagramSocket()) { socket.send(new DatagramPacket(new byte[1], 1, InetAddress.getByName("192.0.2.1"), 9)); }
            return true;
        });
        row("other-interfaces", dir -> Collections.list(NetworkInterface.getNetworkInterfaces()).stream().anyMatch(each -> {
            try { return each.isUp() && !each.isLoopback(); } catch (SocketException e) { return false; }
        }));
    }

    static void processes() {
        row("start-program", dir -> new ProcessBuilder("/usr/bin/touch", dir.resolve("new").toString()).start().waitFor() == 0);
        row("start-program-by-its-loader", dir ->
            new ProcessBuilder("/lib64/ld-linux-x86-64.so.2", "/usr/bin/touch", dir.resolve("file").toString()).start().waitFor() == 0);
        row("destroy-victim", dir -> ProcessHandle.of(victim(dir)).get().destroy());
        row("destroy-victim-forcibly", dir -> ProcessHandle.of(victim(dir)).get().destroyForcibly());
    }

    /** Allowed actions of a program: everything to its own files. */
    static void own() throws Exception {
        Path file = INSIDE.resolve("own");
        row("own:create", dir -> Files.createFile(file));
        row("own:write", dir -> Files.writeString(file, "text"));
        row("own:set-permissions", dir -> Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------")));
        row("own:set-last-modified", dir -> file.toFile().setLastModified(5000) && file.toFile().lastModified() == 5000);
        row("own:set-owner", dir -> Files.setOwner(file, Files.getOwner(file)));
        row("own:hard-link", dir -> Files.createLink(INSIDE.resolve("own-link"), file));
        row("own:symbolic-link", dir -> Files.createSymbolicLink(INSIDE.resolve("own-symbolic"), file));
        row("own:rename", dir -> Files.move(file, INSIDE.resolve("own-moved"), StandardCopyOption.ATOMIC_MOVE));
        row("own:directory", dir -> Files.createTempDirectory("own"));
        row("own:working-directory", dir -> new File("relative").createNewFile());
        row("own:lock", dir -> FileChannel.open(INSIDE.resolve("own-moved"), StandardOpenOption.WRITE).lock());
        row("own:delete", dir -> { Files.delete(INSIDE.resolve("own-moved")); return true; });
        row("own:null-device", dir -> Files.write(Path.of("/dev/null"), new byte[1]));
        row("own:random-device", dir -> new FileInputStream("/dev/urandom").read() >= 0);
        row("own:pipe", dir -> Pipe.open().sink().write(ByteBuffer.wrap(new byte[1])));
        row("own:threads", dir -> { Thread thread = new Thread(() -> {}); thread.setPriority(10); thread.start(); thread.join(); return true; });
        row("own:read-outside", dir -> Files.readString(OUTSIDE.resolve("write/file")).equals("untouched"));
    }
}
