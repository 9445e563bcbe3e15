package io.reenact.serial;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/**
 * An object in a stream of Java serialization: the name of its class, the version of its form, and its components. A component that
 * has a form is a document of its own, so that no back-reference of the stream can reach into it.
 */
final class SerialForm implements Serializable {
    private static final long serialVersionUID = 1L;

    private static final int OLD = 0;
    private static final int DOCUMENT = 1;

    transient String name;
    transient int version;
    transient Object[] components;

    SerialForm(String name, int version, Object[] components) {
        this.name = name;
        this.version = version;
        this.components = components;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        out.writeUTF(name);
        out.writeInt(version);
        out.writeInt(components.length);
        for (Object component : components) {
            byte[] document = document(component);
            if (document != null) {
                out.writeByte(DOCUMENT);
                out.writeInt(document.length);
                out.write(document);
            } else {
                out.writeByte(OLD);
                out.writeObject(component);
            }
        }
    }

    /** The document of a component, or null if it, or something in it, has no form. */
    private static byte[] document(Object component) {
        try {
            return Forms.encode(component, Encoding.CBOR);
        } catch (FormException refusal) {
            if (refusal.isMissing) {
                return null;
            }
            throw refusal;
        }
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        if (!(in instanceof FormInputStream)) {
            throw new InvalidObjectException("the stream has serial forms; read it with " + FormInputStream.class.getName());
        }
        FormInputStream forms = (FormInputStream) in;
        name = in.readUTF();
        version = in.readInt();
        int count = in.readInt();
        forms.checkCount(name, version, count);
        components = new Object[count];
        for (int i = 0; i < count; i++) {
            switch (in.readByte()) {
                case DOCUMENT:
                    components[i] = forms.component(in.readInt());
                    break;
                case OLD:
                    components[i] = in.readObject();
                    break;
                default:
                    throw new InvalidObjectException("component " + i + " of " + name + " is not in serial form");
            }
        }
    }
}
