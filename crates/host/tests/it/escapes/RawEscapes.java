import static java.lang.foreign.ValueLayout.*;

import java.lang.foreign.*;
import java.lang.invoke.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Tries to leave the sandbox by system calls of x86-64, with their numbers. */
public class RawEscapes {
    static final MethodHandle SYSCALL = Linker.nativeLinker().downcallHandle(
        Linker.nativeLinker().defaultLookup().find("syscall").get(),
        FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
        Linker.Option.firstVariadicArg(1), Linker.Option.captureCallState("errno"));
    static final VarHandle ERRNO = Linker.Option.captureStateLayout().varHandle(MemoryLayout.PathElement.groupElement("errno"));
    static final Arena ARENA = Arena.global();
    static final int AT_FDCWD = -100;

    static long call(long number, long... given) throws Throwable {
        long[] a = java.util.Arrays.copyOf(given, 6);
        MemorySegment state = ARENA.allocate(Linker.Option.captureStateLayout());
        long answer = (long) SYSCALL.invokeExact(state, number, a[0], a[1], a[2], a[3], a[4], a[5]);
        if (answer < 0) throw new java.io.IOException("errno " + (int) ERRNO.get(state, 0L));
        return answer;
    }

    interface Attempt { long run(long file, long directory, Path path) throws Throwable; }

    static long text(Object value) { return ARENA.allocateFrom(value.toString()).address(); }
    static long zeros(int size) { return ARENA.allocate(size, 16).address(); }
    static long ints(int size, int... first) {
        MemorySegment all = ARENA.allocate(size, 16);
        for (int at = 0; at < first.length; at++) all.setAtIndex(JAVA_INT, at, first[at]);
        return all.address();
    }
    static long bytes(byte[] bytes) { return ARENA.allocateFrom(JAVA_BYTE, bytes).address(); }

    static void row(String name, Attempt attempt) {
        Escapes.row("raw:" + name, dir -> {
            try {
                return attempt.run(text(dir.resolve("file")), text(dir), dir);
            } catch (Throwable thrown) {
                throw new Exception(thrown.getMessage());
            }
        });
    }

    static byte[] unixAddress(String path) {
        byte[] name = path.getBytes(StandardCharsets.UTF_8), address = new byte[2 + name.length + 1];
        address[0] = 1;
        System.arraycopy(name, 0, address, 2, name.length);
        return address;
    }

    /** For calls that a sandbox allows in a namespace of its own; that nothing has changed outside is checked there. */
    static long seenOutside(long answer) throws Exception {
        if (Escapes.UNCONFINED) return answer;
        throw new Exception("seen outside");
    }

    static long victim(Path dir) throws java.io.IOException { return Escapes.victim(dir); }

    /** Ends a process that a call has made: a copy of this one with the calling thread alone. */
    static long ended(long process) throws Throwable {
        if (process == 0) call(231, 0);
        call(61, process, 0, 0x40000000, 0);
        return process;
    }

    static long open(long path) throws Throwable { return call(2, path, 0, 0); }

    public static void main(String[] args) {
        long own = ProcessHandle.current().pid();
        row("chmod", (file, dir, path) -> call(90, file, 0777));
        row("fchmod", (file, dir, path) -> call(91, open(file), 0777));
        row("fchmodat", (file, dir, path) -> call(268, AT_FDCWD, file, 0777));
        row("fchmodat2", (file, dir, path) -> call(452, AT_FDCWD, file, 0777, 0));
        row("fchmodat2-descriptor", (file, dir, path) -> call(452, open(file), text(""), 0777, 0x1000));
        row("chown", (file, dir, path) -> call(92, file, -1, -1));
        row("fchown", (file, dir, path) -> call(93, open(file), -1, -1));
        row("lchown", (file, dir, path) -> call(94, file, -1, -1));
        row("fchownat", (file, dir, path) -> call(260, AT_FDCWD, file, -1, -1, 0));
        row("utime", (file, dir, path) -> call(132, file, zeros(16)));
        row("utimes", (file, dir, path) -> call(235, file, zeros(32)));
        row("futimesat", (file, dir, path) -> call(261, AT_FDCWD, file, zeros(32)));
        row("utimensat", (file, dir, path) -> call(280, AT_FDCWD, file, zeros(32), 0));
        row("futimens", (file, dir, path) -> call(280, open(file), 0, zeros(32), 0));
        row("setxattr", (file, dir, path) -> call(188, file, text("user.a"), text("b"), 1, 0));
        row("lsetxattr", (file, dir, path) -> call(189, file, text("user.a"), text("b"), 1, 0));
        row("fsetxattr", (file, dir, path) -> call(190, open(file), text("user.a"), text("b"), 1, 0));
        row("removexattr", (file, dir, path) -> call(197, file, text("user.a")));
        row("file-setattr", (file, dir, path) -> call(469, AT_FDCWD, file, zeros(24), 24, 0));
        row("set-flags", (file, dir, path) -> call(16, open(file), 0x40086602L, zeros(8)));
        row("truncate", (file, dir, path) -> call(76, file, 0));
        row("creat", (file, dir, path) -> call(85, text(path.resolve("new")), 0777));
        row("mkdir", (file, dir, path) -> call(83, text(path.resolve("new")), 0777));
        row("rmdir", (file, dir, path) -> call(84, text(path.resolve("empty"))));
        row("unlink", (file, dir, path) -> call(87, file));
        row("exchange", (file, dir, path) -> call(316, AT_FDCWD, text(Escapes.INSIDE.resolve("mine")), AT_FDCWD, file, 2));
        row("link-descriptor", (file, dir, path) ->
            call(265, AT_FDCWD, text("/proc/self/fd/" + open(file)), AT_FDCWD, text(Escapes.INSIDE.resolve("raw-link")), 0x400));
        row("make-fifo", (file, dir, path) -> call(133, text(path.resolve("new")), 010666, 0));
        row("make-device", (file, dir, path) -> call(133, text(Escapes.INSIDE.resolve("device")), 020666, 0x103));
        row("allocate", (file, dir, path) -> call(285, call(2, file, 1, 0), 0, 0, 4096));
        row("open-by-handle", (file, dir, path) -> call(304, AT_FDCWD, zeros(128), 2));
        row("unix-stream", (file, dir, path) -> {
            byte[] address = unixAddress(Escapes.OUTSIDE.resolve("socket").toString());
            return call(42, call(41, 1, 1, 0), bytes(address), address.length);
        });
        row("unix-datagram", (file, dir, path) -> {
            byte[] address = unixAddress(Escapes.OUTSIDE.resolve("datagrams").toString());
            return call(44, call(41, 1, 2, 0), text("x"), 1, 0, bytes(address), address.length);
        });
        row("unix-pair-send", (file, dir, path) -> {
            // A pair is connected; a datagram socket of it can still be pointed elsewhere.
            byte[] address = unixAddress(Escapes.OUTSIDE.resolve("datagrams").toString());
            long pair = zeros(8);
            call(53, 1, 2, 0, pair);
            int one = MemorySegment.ofAddress(pair).reinterpret(8).get(JAVA_INT, 0);
            return call(44, one, text("x"), 1, 0, bytes(address), address.length);
        });
        row("unix-pair-connect", (file, dir, path) -> {
            byte[] address = unixAddress(Escapes.OUTSIDE.resolve("datagrams").toString());
            long pair = zeros(8);
            call(53, 1, 2, 0, pair);
            int one = MemorySegment.ofAddress(pair).reinterpret(8).get(JAVA_INT, 0);
            call(42, one, bytes(address), address.length);
            return call(1, one, text("x"), 1);
        });
        row("unix-abstract", (file, dir, path) -> {
            byte[] address = ("\1\0\0" + Escapes.MARK).getBytes(StandardCharsets.ISO_8859_1);
            return call(42, call(41, 1, 1, 0), bytes(address), address.length);
        });
        row("hypervisor-socket", (file, dir, path) -> call(41, 40, 1, 0));
        row("packet-socket", (file, dir, path) -> call(41, 17, 3, 0x300));
        row("icmp-socket", (file, dir, path) -> call(41, 2, 3, 1));
        row("kill", (file, dir, path) -> call(62, victim(path), 15));
        // A signal that is ignored unless a program asks for it: this row would otherwise end more than the victim.
        row("kill-all", (file, dir, path) -> call(62, -1, 23));
        row("kill-group", (file, dir, path) -> call(62, -victim(path), 23));
        row("tkill", (file, dir, path) -> call(200, victim(path), 15));
        row("tgkill", (file, dir, path) -> call(234, victim(path), victim(path), 15));
        row("queue-signal", (file, dir, path) -> call(129, victim(path), 15, ints(128, 15, 0, -1)));
        row("signal-by-descriptor", (file, dir, path) -> call(424, call(434, victim(path), 0), 15, 0, 0));
        row("signal-by-ownership", (file, dir, path) -> call(72, 0, 8, victim(path)));
        row("lease", (file, dir, path) -> call(72, open(file), 1024, 0));
        row("type-into-terminal", (file, dir, path) -> call(16, 0, 0x5412, text("x")));
        row("trace", (file, dir, path) -> call(101, 16, victim(path), 0, 0));
        row("seize", (file, dir, path) -> call(101, 0x4206, victim(path), 0, 0));
        row("write-memory", (file, dir, path) -> call(311, victim(path), zeros(16), 1, zeros(16), 1, 0));
        row("take-descriptor", (file, dir, path) -> call(438, call(434, victim(path), 0), 1, 0));
        row("priority", (file, dir, path) -> call(141, 0, victim(path), 10));
        row("io-priority", (file, dir, path) -> call(251, 1, victim(path), 3 << 13));
        row("affinity", (file, dir, path) -> call(203, victim(path), 8, bytes(new byte[] {1, 0, 0, 0, 0, 0, 0, 0})));
        row("scheduler", (file, dir, path) -> call(144, victim(path), 3, zeros(8)));
        row("limits", (file, dir, path) -> call(302, victim(path), 7, zeros(16), 0));
        row("leave-group", (file, dir, path) -> call(109, 0, 0));
        row("leave-session", (file, dir, path) -> call(112));
        row("unshare", (file, dir, path) -> call(272, 0x10020000));
        row("unshare-mounts", (file, dir, path) -> call(272, 0x20000));
        row("clone-namespace", (file, dir, path) -> ended(call(56, 0x10000000 | 17, 0, 0, 0, 0)));
        row("clone3", (file, dir, path) -> ended(call(435, zeros(88), 88)));
        row("enter-namespace", (file, dir, path) -> call(308, open(text("/proc/" + victim(path) + "/ns/mnt")), 0x20000));
        row("enter-own-namespace", (file, dir, path) -> call(308, open(text("/proc/self/ns/user")), 0));
        row("mount", (file, dir, path) -> call(165, dir, text(Escapes.INSIDE), 0, 0x1000, 0));
        row("remount", (file, dir, path) -> call(165, 0, text("/"), 0, 0x20, 0));
        row("remount-bind", (file, dir, path) -> call(165, 0, text("/"), 0, 0x1020, 0));
        row("change-mount", (file, dir, path) -> {
            long attributes = bytes(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
            return call(442, AT_FDCWD, text("/"), 0x8000, attributes, 32);
        });
        row("unmount", (file, dir, path) -> call(166, text(Escapes.INSIDE), 2));
        row("open-tree", (file, dir, path) -> call(428, AT_FDCWD, dir, 1));
        row("new-file-system", (file, dir, path) -> call(430, text("tmpfs"), 0));
        row("chroot", (file, dir, path) -> call(161, dir));
        row("pivot-root", (file, dir, path) -> call(155, dir, dir));
        row("swap", (file, dir, path) -> call(167, file, 0));
        row("io-uring", (file, dir, path) -> call(425, 8, zeros(120)));
        row("bpf", (file, dir, path) -> call(321, 0, ints(128, 2, 4, 4, 1), 128));
        row("trace-events", (file, dir, path) -> call(298, zeros(128), 0, -1, -1, 0));
        row("page-faults", (file, dir, path) -> call(323, 1));
        row("add-key", (file, dir, path) -> call(248, text("user"), text(Escapes.MARK), text("x"), 1, -4));
        row("key-session", (file, dir, path) -> call(250, 1, 0));
        row("host-name", (file, dir, path) -> call(170, text("x"), 1));
        row("clock", (file, dir, path) -> call(227, 0, zeros(16)));
        row("kernel-messages", (file, dir, path) -> call(103, 3, zeros(16), 16));
        row("calls-of-another-interface", (file, dir, path) -> call(0x40000000 + 90, file, 0777));
        row("calls-to-come", (file, dir, path) -> call(470, 0, 0));
        // Names in shared memory are looked for outside: inside they are of another namespace.
        row("shared-memory", (file, dir, path) -> seenOutside(call(29, Long.parseLong(System.getenv("KEY")), 4096, 01666)));
        row("message-queue", (file, dir, path) -> {
            long queue = call(240, text(Escapes.MARK), 0102, 0666, 0);
            // Queues outlive their process, and a user may have few.
            if (Escapes.UNCONFINED) call(241, text(Escapes.MARK));
            return seenOutside(queue);
        });
        row("own:signal", (file, dir, path) -> call(62, own, 0));
        // The last row: a program in memory replaces this one. It is confined like its maker, and would touch the file.
        row("run-from-memory", (file, dir, path) -> { throw new Exception("seen outside"); });
        if (!Escapes.isWanted("raw:run-from-memory")) return;
        System.out.flush();
        try {
            long file = text(Escapes.OUTSIDE.resolve("raw:run-from-memory/file"));
            long memory = call(319, text("x"), 0), source = open(text("/usr/bin/touch"));
            call(40, memory, source, 0, 1 << 24);
            MemorySegment arguments = ARENA.allocate(24, 8);
            arguments.set(JAVA_LONG, 0, text("touch"));
            arguments.set(JAVA_LONG, 8, file);
            call(322, memory, text(""), arguments.address(), zeros(8), 0x1000);
        } catch (Throwable refused) {
            System.exit(0);
        }
    }
}
