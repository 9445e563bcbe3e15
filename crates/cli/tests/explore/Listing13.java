package listing13;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@Retention(RetentionPolicy.RUNTIME)
@interface Serializable {
    Class<?> serializer() default Object.class;
    short id() default 0;
}

public class Listing13 {
    public static String registerClass(Class<?> cls, boolean failOnMiss) {
        if (cls.isAnnotationPresent(Serializable.class)) {
            Serializable serializable = (Serializable) cls.getAnnotation(Serializable.class);
            short classId = serializable.id();
            return "id " + classId;
        }
        if (failOnMiss)
            throw new IllegalArgumentException("Class is not marked @Serializable:" + cls);
        return null;
    }
}
