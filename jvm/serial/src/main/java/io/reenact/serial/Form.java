package io.reenact.serial;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** The serial form of a class, as the native library reads it from the class file. The class is not initialized by it. */
final class Form {
    /** One version. */
    static final class Version {
        final int number;
        final int version;
        final String[] names;
        final String[] types;
        private final String[] refusals;
        private final Class<?> host;
        private byte[] code;
        private Object moved;

        private Version(Class<?> host, ByteBuffer in, boolean isReader) {
            this.host = host;
            number = in.getInt();
            version = in.getInt();
            refusals = new String[] {Message.text(in), Message.text(in)};
            if (isReader) {
                in.getInt();
            }
            int count = in.getInt();
            names = new String[count];
            types = new String[count];
            for (int i = 0; i < count; i++) {
                names[i] = Message.text(in);
                types[i] = Message.text(in);
            }
            code = Message.bytes(in);
        }

        /** The reason why a caller cannot use it, or null. */
        String refusal(Class<?> caller) {
            String refusal = refusals[isNeighbour(caller) ? 1 : 0];
            return refusal.isEmpty() ? null : refusal;
        }

        private boolean isNeighbour(Class<?> caller) {
            return caller != null && caller.getClassLoader() == host.getClassLoader()
                    && packageOf(caller).equals(packageOf(host));
        }

        /** The generated code, which is defined when it is used first. */
        private synchronized Object moved() {
            if (moved == null) {
                moved = Native.define(host, code);
                code = null;
            }
            return moved;
        }

        @SuppressWarnings("unchecked")
        BiConsumer<Object, Object> writer() {
            return (BiConsumer<Object, Object>) moved();
        }

        @SuppressWarnings("unchecked")
        Function<Object, Object> reader() {
            return (Function<Object, Object>) moved();
        }
    }

    /** The version that is written, or null. */
    final Version written;
    final Version[] readable;

    private Form(Class<?> type, ByteBuffer in) {
        written = in.getInt() == 1 ? new Version(type, in, false) : null;
        readable = new Version[in.getInt()];
        for (int i = 0; i < readable.length; i++) {
            readable[i] = new Version(type, in, true);
        }
    }

    private static final ClassValue<Object> FORMS = new ClassValue<Object>() {
        @Override
        protected Object computeValue(Class<?> type) {
            try {
                return read(type);
            } catch (FormException refusal) {
                return refusal.getMessage();
            }
        }
    };

    /** Returns the form of a class, or throws the reason why it has none. */
    static Form of(Class<?> type) {
        Object form = FORMS.get(type);
        if (form instanceof Form) {
            return (Form) form;
        }
        throw new FormException((String) form, true);
    }

    private static Form read(Class<?> type) {
        String name = type.getName();
        if (type.isPrimitive() || type.isArray() || type.isInterface()) {
            throw new FormException(name + " cannot have a serial form: it is not a class with objects of its own");
        }
        byte[] own = name.indexOf('/') >= 0 ? null : classFile(type, name.replace('.', '/'));
        if (own == null) {
            throw new FormException(name + " has no class file that declares a serial form: it is a lambda, a proxy or"
                    + " another class that was made while the program runs");
        }
        Map<String, byte[]> files = new LinkedHashMap<>();
        collect(type, name.replace('.', '/'), own, files);
        boolean[] module = Modules.exportedAndOpen(type, packageOf(type));
        Message request = new Message().put(name.replace('.', '/')).put(module[0]).put(module[1]);
        request.put(files.size());
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            request.put(file.getKey()).put(file.getValue());
        }
        try {
            return new Form(type, ByteBuffer.wrap(Native.describe(request.bytes())));
        } catch (FormException refusal) {
            throw new FormException(name + " " + refusal.getMessage());
        }
    }

    private static void collect(Class<?> type, String name, byte[] file, Map<String, byte[]> files) {
        files.put(name, file);
        for (String needed : Message.texts(ByteBuffer.wrap(Native.needed(file)))) {
            byte[] bytes = files.containsKey(needed) ? null : classFile(type, needed);
            if (bytes != null) {
                collect(type, needed, bytes, files);
            }
        }
    }

    /** The class file of a class that a loader would find, without loading the class. */
    private static byte[] classFile(Class<?> type, String name) {
        ClassLoader loader = type.getClassLoader();
        String path = name + ".class";
        try (InputStream in = loader == null
                ? ClassLoader.getSystemResourceAsStream(path) : loader.getResourceAsStream(path)) {
            if (in == null) {
                return null;
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] block = new byte[4096];
            for (int read = in.read(block); read > 0; read = in.read(block)) {
                out.write(block, 0, read);
            }
            return out.toByteArray();
        } catch (IOException error) {
            throw new FormException("cannot read the class file of " + name.replace('/', '.') + ": " + error.getMessage());
        }
    }

    static String packageOf(Class<?> type) {
        String name = type.getName();
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(0, dot);
    }
}
