//! The ids of the program's parts. All are dense, and follow the order of the class path.

use reenact_base::typed_id;

typed_id! {
    /// A jar, directory or runtime image, in class-path order.
    pub struct ContainerId;
}

typed_id! {
    /// A class, interface, enum, record or annotation interface that was read.
    pub struct ClassId;
}

typed_id! {
    /// A declared method. Methods of a class are contiguous and in class-file order.
    pub struct MethodId;
}

typed_id! {
    /// A declared field. Fields of a class are contiguous and in class-file order.
    pub struct FieldId;
}

typed_id! {
    /// A name together with a descriptor, which is what overriding and resolution compare.
    pub struct NameAndTypeId;
}

typed_id! {
    /// A method as code names it: class, name, descriptor. It may resolve to a declared method.
    pub struct MethodRefId;
}

typed_id! {
    /// A field as code names it: class, name, descriptor. It may resolve to a declared field.
    pub struct FieldRefId;
}

typed_id! {
    /// An `invokedynamic` constant, a dynamic constant or a method-handle constant of one class.
    pub struct DynamicId;
}

typed_id! {
    /// A lambda expression or method reference: a [`DynamicId`] that makes a function object.
    pub struct LambdaId;
}
