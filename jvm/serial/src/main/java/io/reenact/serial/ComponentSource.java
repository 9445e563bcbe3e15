package io.reenact.serial;

/** Gives components to a deserializer one after the other, each checked against its declared type. */
final class ComponentSource extends ComponentInput {
    private final String name;
    private final Form.Version version;
    private final Object[] components;
    private int at;

    ComponentSource(String name, Form.Version version, Object[] components) {
        this.name = name;
        this.version = version;
        this.components = components;
    }

    private <T> T next(Class<T> type) {
        Object component = components[at];
        if (!type.isInstance(component)) {
            throw refused(component);
        }
        at++;
        return type.cast(component);
    }

    private FormException refused(Object component) {
        String found = component == null ? "null" : component.getClass().getName();
        return new FormException("the component " + version.names[at] + " of " + name + ", version " + version.version
                + ", is " + found + " where " + version.types[at] + " is expected");
    }

    @Override
    public Object readObject() {
        Object component = components[at];
        String type = version.types[at];
        if (component != null && !type.endsWith("[]") && !isA(component.getClass(), type)) {
            throw refused(component);
        }
        at++;
        return component;
    }

    /** Whether a class is, extends or implements one of a name. */
    private static boolean isA(Class<?> type, String name) {
        if (type == null) {
            return false;
        }
        if (type.getName().equals(name) || name.equals("java.lang.Object")) {
            return true;
        }
        for (Class<?> each : type.getInterfaces()) {
            if (isA(each, name)) {
                return true;
            }
        }
        return isA(type.getSuperclass(), name);
    }

    @Override
    public String readUTF() {
        if (components[at] == null) {
            at++;
            return null;
        }
        return next(String.class);
    }

    @Override
    public boolean readBoolean() {
        return next(Boolean.class);
    }

    @Override
    public byte readByte() {
        return next(Byte.class);
    }

    @Override
    public short readShort() {
        return next(Short.class);
    }

    @Override
    public char readChar() {
        return next(Character.class);
    }

    @Override
    public int readInt() {
        return next(Integer.class);
    }

    @Override
    public long readLong() {
        return next(Long.class);
    }

    @Override
    public float readFloat() {
        return next(Float.class);
    }

    @Override
    public double readDouble() {
        return next(Double.class);
    }
}
