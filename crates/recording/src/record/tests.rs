use super::*;

/// The names of a dictionary, as the records of a frame of names have them.
struct Read(Vec<String>);

impl Names for Read {
    fn name(&self, number: u64) -> Option<&str> {
        self.0.get(number as usize).map(String::as_str)
    }
}

fn names(dictionary: &mut Dictionary) -> Read {
    let mut out = Vec::new();
    dictionary.put_new(&mut out);
    let reader = &mut Reader::new(&out);
    let mut names = Vec::new();
    while !reader.is_empty() {
        let record = &mut Reader::new(reader.bytes().unwrap());
        assert_eq!(record.varint().unwrap(), names.len() as u64);
        names.push(String::from_utf8(record.rest().to_vec()).unwrap());
    }
    Read(names)
}

/// Checks that a record is read as it was written, that every shorter record is an error, and that a reader ignores what
/// a newer version adds to its end.
fn check<T: PartialEq + std::fmt::Debug, E>(
    bytes: &[u8],
    expected: &T,
    read: impl Fn(&[u8]) -> Result<T, E>,
) {
    assert_eq!(read(bytes).ok().as_ref(), Some(expected));
    for end in 0..bytes.len() {
        assert!(read(&bytes[..end]).is_err(), "{end} bytes of {expected:?}");
    }
    assert_eq!(read(&[bytes, &[1, 2, 3]].concat()).ok().as_ref(), Some(expected));
}

#[test]
fn classes_of_all_kinds() {
    let text = |text: &str| -> Box<str> { text.into() };
    let lambda = ClassKind::Lambda {
        method: (text("apply"), text("(I)I")),
        implementation: (text("a/B"), text("lambda$0"), text("(I)I")),
    };
    for kind in [ClassKind::Plain, ClassKind::Array, lambda, ClassKind::Proxy, ClassKind::Generated] {
        let class = RecordedClass {
            number: ClassNumber::from_index(300),
            name: text("a/B"),
            kind,
            superclass: Some(ClassNumber::from_index(0)),
            interfaces: vec![text("a/I"), text("java/lang/Comparable")],
            fields: vec![Field { name: text("count"), descriptor: text("I") }],
            access: 0x21,
            loader: 7,
            source: text("app.jar"),
            bytecode: u128::MAX - 5,
        };
        let (mut bytes, mut dictionary) = (Vec::new(), Dictionary::new());
        put_class(&mut bytes, &mut dictionary, &class);
        let names = names(&mut dictionary);
        check(&bytes, &class, |bytes| read_class(bytes, &names));
        assert_eq!(read_class(&bytes, &Read(Vec::new())), Err(RecordError::UnknownName(0)));
    }
}

#[test]
fn methods_and_threads() {
    let method = RecordedMethod {
        number: MethodNumber::from_index(9),
        class: ClassNumber::from_index(1),
        name: "add".into(),
        descriptor: "(I)V".into(),
        access: 1,
        parameter_names: vec!["times".into()],
    };
    let (mut bytes, mut dictionary) = (Vec::new(), Dictionary::new());
    put_method(&mut bytes, &mut dictionary, &method);
    let known = names(&mut dictionary);
    check(&bytes, &method, |bytes| read_method(bytes, &known));

    let thread = RecordedThread {
        number: ThreadNumber::from_index(2),
        id: 1 << 40,
        name: "main".into(),
        is_virtual: false,
        is_daemon: true,
    };
    let (mut bytes, mut dictionary) = (Vec::new(), Dictionary::new());
    put_thread(&mut bytes, &mut dictionary, &thread);
    let names = names(&mut dictionary);
    check(&bytes, &thread, |bytes| read_thread(bytes, &names));
}

#[test]
fn invocations_with_and_without_a_parent() {
    for parent in [None, Some(41), Some(0)] {
        let head = InvocationHead {
            id: 42,
            method: MethodNumber::from_index(3),
            thread: ThreadNumber::from_index(1),
            parent,
            entered: 1000,
            exited: 1001,
            call: 5,
            marks: Marks::HAS_RECEIVER,
            dropped_inside: 2,
        };
        let mut bytes = Vec::new();
        put_invocation_head(&mut bytes, &head, 3);
        bytes.extend(b"abcnotes");
        assert_eq!(read_invocation(&bytes), Ok((head, &b"abc"[..], &b"notes"[..])));
        assert!(read_invocation(&bytes[..bytes.len() - 6]).is_err());
    }
}

#[test]
fn statistics_ends_and_marks() {
    let method = MethodNumber::from_index(4);
    let (calls, sampled, kept, duplicates, overload, failed) = (u64::MAX, 5, 4, 3, 2, 1);
    let figures = MethodStatistics { method, calls, sampled, kept, duplicates, overload, failed };
    let mut bytes = Vec::new();
    put_statistics(&mut bytes, &figures);
    check(&bytes, &figures, read_statistics);

    let reasons =
        [EndReason::Exit, EndReason::Detached, EndReason::Budget, EndReason::Failure, EndReason::Other(200)];
    for reason in reasons {
        let message = "the disk is full".into();
        let end = End { reason, invocations: 7, dropped: 1, ended_millis: 1 << 41, message };
        let mut bytes = Vec::new();
        put_end(&mut bytes, &end);
        check(&bytes, &end, read_end);
    }
    for kind in [MarkKind::TestStarted, MarkKind::TestFinished, MarkKind::Other(9)] {
        let mark = Mark { time: 12, kind, thread: ThreadNumber::from_index(0), name: "a.BTest#adds".into() };
        let mut bytes = Vec::new();
        put_mark(&mut bytes, &mark);
        check(&bytes, &mark, read_mark);
    }
}

#[test]
fn names_are_written_once_and_cut_at_the_limit_of_the_jvm() {
    let mut dictionary = Dictionary::new();
    let mut bytes = Vec::new();
    // Cut between characters: each has two bytes, and the limit is odd.
    dictionary.put(&mut bytes, &"\u{e4}".repeat(MAX_NAME));
    dictionary.put(&mut bytes, "b");
    dictionary.put(&mut bytes, "b");
    let written = names(&mut dictionary);
    assert_eq!(written.0[0].len(), MAX_NAME - 1);
    assert_eq!(written.0[1..], ["b"]);
    let mut out = Vec::new();
    dictionary.put_new(&mut out);
    assert!(out.is_empty(), "there are no new names");
}
