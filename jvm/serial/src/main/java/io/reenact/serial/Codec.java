package io.reenact.serial;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Writes objects of one class to a {@link Sink}. */
abstract class Codec {
    abstract void write(Object object, Sink sink);

    private static final ClassValue<Codec> CODECS = new ClassValue<Codec>() {
        @Override
        protected Codec computeValue(Class<?> type) {
            return make(type);
        }
    };

    /** Returns the writer of a class, or throws the reason why it has none. */
    static Codec of(Class<?> type) {
        return CODECS.get(type);
    }

    private static Codec make(Class<?> type) {
        if (Enum.class.isAssignableFrom(type)) {
            return new OfEnum(type.isEnum() ? type : type.getSuperclass());
        }
        if (type.isArray()) {
            return new OfArray(type.getComponentType());
        }
        Codec known = Boxes.codec(type);
        if (known == null) {
            known = Platform.codec(type);
        }
        return known != null ? known : new OfForm(type);
    }

    /** Objects with a form of their own. */
    private static final class OfForm extends Codec {
        private final Form.Version version;
        private final java.util.function.BiConsumer<Object, Object> writer;
        private final String name;
        private final boolean isUsable;

        OfForm(Class<?> type) {
            version = Form.of(type).written;
            name = type.getName();
            if (version == null) {
                throw new FormException(name + " declares no @Serializer: its objects can only be read", true);
            }
            isUsable = version.refusal(null) == null;
            writer = version.writer();
        }

        @Override
        void write(Object object, Sink sink) {
            if (!isUsable && version.refusal(sink.caller()) != null) {
                throw new FormException(name + " " + version.refusal(sink.caller()), true);
            }
            sink.enter(object);
            sink.form(version.number);
            writer.accept(object, sink);
            sink.leave();
        }
    }

    private static final class OfEnum extends Codec {
        private final int number;

        OfEnum(Class<?> type) {
            List<String> names = new ArrayList<>();
            for (Object constant : type.getEnumConstants()) {
                names.add(((Enum<?>) constant).name());
            }
            byte[] request = new Message().put(type.getName()).put(names).bytes();
            number = ByteBuffer.wrap(Native.constants(request)).getInt();
        }

        @Override
        void write(Object object, Sink sink) {
            sink.unit(Sink.ENUM);
            sink.writeInt(number);
            sink.writeInt(((Enum<?>) object).ordinal());
        }
    }

    /** Arrays, whose elements are primitives or references. */
    private static final class OfArray extends Codec {
        private final Class<?> element;
        private final int dimensions;
        private final char letter;
        private final int number;

        OfArray(Class<?> element) {
            this.element = element;
            Class<?> base = element;
            int count = 0;
            while (base.isArray()) {
                base = base.getComponentType();
                count++;
            }
            dimensions = count;
            letter = base.isPrimitive() ? Array.newInstance(base, 0).getClass().getName().charAt(1) : 0;
            number = base.isPrimitive() ? -1 : base == Object.class ? Platform.OBJECT_NUMBER
                    : ByteBuffer.wrap(Native.element(new Message().put(base.getName()).bytes())).getInt();
        }

        @Override
        void write(Object object, Sink sink) {
            sink.enter(object);
            int count = Array.getLength(object);
            if (letter == 0) {
                sink.array(dimensions, number, count);
            } else {
                sink.unit(Sink.ARRAY);
                sink.unit(dimensions);
                sink.unit(letter);
                sink.writeInt(count);
            }
            if (element.isPrimitive()) {
                Boxes.writeAll(object, sink);
            } else {
                for (Object value : (Object[]) object) {
                    sink.writeObject(value);
                }
            }
            sink.leave();
        }
    }
}
