package io.reenact.serial;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares how the serial form of an object is read from it. It is on one of:
 *
 * <ul>
 *   <li>a record: its components are the form (a record without this annotation has version 1);
 *   <li>an instance method without parameters that returns a carrier: a record, or any object with accessors;
 *   <li>a static method that takes the object and returns a carrier;
 *   <li>a class: the accessors named by the parameters of its deserializer are the form.
 * </ul>
 *
 * A method that returns anything else gives the one component of a form whose deserializer has one parameter.
 * The form is of exactly this class: subclasses do not inherit it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Serializer {
    /** The version of the form that is written. */
    int version() default 1;

    /** Whether serialization frameworks may call the member although it is not accessible to them. */
    boolean open() default false;
}
