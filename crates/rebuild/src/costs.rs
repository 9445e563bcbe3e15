//! The cost of each action: the one place that says which of two plans reads better.
//!
//! Only differences count. The unit is "one more argument"; everything else says how many arguments a
//! reader would rather read than this. Penalties for what is not known for certain are larger than any
//! honest plan, so that a plan that was proved is always preferred to one that is not.

/// The price list. It is data: [`Options`](crate::Options) may carry another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Costs {
    /// `Color.BLUE`, `Config.DEFAULT`: nothing is clearer than a name that the author gave.
    pub constant: u32,
    /// A constructor or factory that the author declared as the deserializer of the class's serial form: it makes an object
    /// from its data by definition.
    pub serial_form: u32,
    /// Each version that a deserializer is older than the newest.
    pub older_version: u32,
    /// `new C(…)`: what readers expect.
    pub constructor: u32,
    /// `C.of(…)`: as good, but its name must be understood; a little more, so that `new` wins a tie.
    pub factory: u32,
    /// A static method of another class: the reader has to look there.
    pub distant_factory: u32,
    /// `C.builder()…build()`: two calls before anything is said.
    pub builder: u32,
    /// A setter: a statement of its own.
    pub setter: u32,
    /// Another method that happens to leave the right state; its name may mislead.
    pub method: u32,
    /// `object.field = …`: goes around what the author wanted to be used.
    pub assign: u32,
    /// One call of an adding method for one element. Elements have to be named anyway, so this is less than
    /// a setter.
    pub add: u32,
    /// Adding through a getter, `object.getItems().add(…)`: changes what belongs to another object.
    pub add_through: u32,
    /// An argument.
    pub argument: u32,
    /// An argument that is only there because the signature wants one.
    pub guessed_argument: u32,
    /// A helper object that exists only to be copied.
    pub helper: u32,
    /// A member that only the same package sees: fine in a test, but the public member is better.
    pub not_public: u32,
    /// `@Deprecated`: its author asks not to.
    pub deprecated: u32,
    /// An object that is not needed and that is wrong. Its maker may read it all the same: a price of zero
    /// is none that a product takes. Right, unless that is not proved.
    pub wrong_field: u32,
    /// A number, text or constant that is not needed and that is wrong: a reader who finds a price of zero
    /// where there was one of 49.90 trusts nothing else.
    pub wrong_value: u32,
    /// A computation that had to be undone to find an argument: `-3` where the code negates. What is handed over
    /// as it is reads better.
    pub inversion: u32,
    /// Two arguments in another order than the fields that they are for: most likely an unusual path.
    pub disorder: u32,
    /// An argument that was found by assuming that a normalisation, such as `trim`, had nothing to do.
    pub guess: u32,
    /// A condition on the path that cannot be decided here.
    pub undecided: u32,
    /// A call into code that was not looked into.
    pub opaque_call: u32,
    /// A write to another object or to a static field.
    pub side_effect: u32,
    /// A field that may be right, which only running the plan will show.
    pub hope: u32,
    /// Parameters that were matched with fields by name, because the code could not be followed.
    pub by_name: u32,
}

impl Default for Costs {
    fn default() -> Self {
        Costs {
            constant: 0,
            serial_form: 1,
            older_version: 6,
            constructor: 10,
            factory: 13,
            distant_factory: 18,
            builder: 22,
            setter: 20,
            method: 26,
            assign: 30,
            add: 8,
            add_through: 28,
            argument: 1,
            guessed_argument: 6,
            helper: 4,
            not_public: 2,
            deprecated: 25,
            wrong_field: 100,
            wrong_value: 120,
            inversion: 2,
            disorder: 1,
            guess: 15,
            undecided: 40,
            opaque_call: 15,
            side_effect: 30,
            hope: 300,
            by_name: 600,
        }
    }
}
