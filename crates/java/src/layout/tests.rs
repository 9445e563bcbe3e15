use super::*;

fn check(doc: Doc, width: usize, expected: &str) {
    assert_eq!(print(&doc, width), expected);
}

fn list(words: &[&'static str]) -> Vec<Doc> {
    Doc::with_commas(words.iter().map(|word| Doc::from(*word)).collect())
}

fn call(arguments: Doc) -> Doc {
    Doc::group(vec!["f(".into(), Doc::nest(4, vec![Doc::SoftLine, arguments]), ")".into(), ";".into()])
}

/// A group is flat if it fits with what follows it, and broken at all its places if not.
#[test]
fn groups_are_flat_or_broken() {
    let doc = call(Doc::join(list(&["one", "two"]), Doc::Line));
    check(doc.clone(), 12, "f(one, two);\n");
    check(doc, 11, "f(\n    one,\n    two);\n");
}

/// Fills use lines up.
#[test]
fn fills_use_lines_up() {
    let doc = call(Doc::Fill(list(&["1", "22", "333", "4", "55", "6"])));
    check(doc, 14, "f(\n    1, 22,\n    333, 4,\n    55, 6);\n");
}

/// A value that fits on the next line goes there; one that does not is begun here.
#[test]
fn hanging_values() {
    let hang = |value: Doc| Doc::Concat(vec!["x =".into(), Doc::Hang(4, Box::new(value)), ";".into()]);
    check(hang("value".into()), 20, "x = value;\n");
    check(hang("long.value".into()), 15 - 1, "x =\n    long.value;\n");
    let broken = hang(call(Doc::join(list(&["first", "second"]), Doc::Line)));
    check(broken, 14, "x = f(\n    first,\n    second);;\n");
}

/// A block is indented from its statement, however deep in flat groups it begins, and its lines are laid out for
/// themselves.
#[test]
fn blocks_begin_lines_in_flat_groups() {
    let inner = call(Doc::join(list(&["one", "two"]), Doc::Line));
    let block = Doc::Concat(vec![
        "() -> {".into(),
        Doc::Block(4, vec![inner, Doc::nil(), "g();".into()]),
        "}".into(),
    ]);
    let doc = call(Doc::join(vec!["x,".into(), block], Doc::Line));
    check(doc, 15, "f(x, () -> {\n    f(\n        one,\n        two);\n\n    g();\n});\n");
}

/// The lines of a text block are where its quotes are, or indented behind a line that began with something else.
#[test]
fn text_blocks_are_indented_as_a_whole() {
    let block = || Doc::TextBlock(8, vec!["a".into(), "".into(), "\"\"\"".into()]);
    check(
        Doc::Concat(vec!["x = ".into(), block(), ";".into()]),
        40,
        "x = \"\"\"\n        a\n\n        \"\"\";\n",
    );
    check(
        Doc::broken(vec!["f(".into(), Doc::nest(4, vec![Doc::SoftLine, block()]), ")".into()]),
        40,
        "f(\n    \"\"\"\n    a\n\n    \"\"\")\n",
    );
}

/// No line ends in spaces, and the text ends in one newline.
#[test]
fn no_trailing_spaces() {
    let doc = Doc::broken(vec!["a ".into(), Doc::SoftLine, Doc::Line, "b ".into(), Doc::Line]);
    check(doc, 40, "a\n\nb\n");
}
