package io.reenact.serial;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a constructor or a static factory of the class as the reader of one version of its serial form. The parameters
 * are the components of that version, in order. One that always throws refuses its version.
 *
 * <p>The names of the parameters are those of the components. Compile with {@code -parameters} to keep them, or with
 * {@code -g}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.CONSTRUCTOR, ElementType.METHOD})
public @interface Deserializer {
    /** The version of the form that is read. */
    int version() default 1;

    /** Whether serialization frameworks may call the member although it is not accessible to them. */
    boolean open() default false;
}
