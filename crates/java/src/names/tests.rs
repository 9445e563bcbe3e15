use super::*;

/// Names that class files have and source code cannot, and those that it can.
#[test]
fn identifiers() {
    for name in ["a", "cosName", "Order$Line", "_x", "größe", "名前", "record", "var", "when", "módulo"]
    {
        assert!(is_identifier(name), "{name}");
    }
    for name in [
        "",
        "1a",
        "a-b",
        "a b",
        "<init>",
        "class",
        "true",
        "_",
        "a;b",
        "x\u{200b}",
        "a.b",
        "\u{202e}x",
        "Ⓐ",
        "a\nb",
        "enum",
        "🙂",
    ] {
        assert!(!is_identifier(name), "{name}");
    }
    assert!(!is_type_identifier("record") && is_type_identifier("Record"));
    assert!(
        is_qualified_name("java.util") && !is_qualified_name("java..util") && !is_qualified_name("a.new")
    );
}

/// Variables are named after types the way people do it, acronyms included.
#[test]
fn names_from_types() {
    for (class, expected) in [
        ("Point", "point"),
        ("COSDictionary", "cosDictionary"),
        ("COSName", "cosName"),
        ("URL", "url"),
        ("URLs", "urls"),
        ("HTTPServer", "httpServer"),
        ("X509Certificate", "x509Certificate"),
        ("IOException", "ioException"),
        ("PDPage", "pdPage"),
        ("UUID", "uuid"),
        ("OrderImpl", "order"),
        ("Impl", "impl"),
        ("LinkedHashMap", "map"),
        ("PriceList", "priceList"),
        ("Class", "type"),
        ("Package", "pkg"),
        ("Boolean", "booleanValue"),
        ("Snake_case", "snakeCase"),
        ("$Proxy12", "proxy12"),
        ("Foo-Bar", "fooBar"),
        ("1", "value1"),
        ("", "value"),
        ("Ångström", "ångström"),
    ] {
        assert_eq!(from_type(class), expected, "{class}");
    }
}

/// A parameter's own name is the best there is, unless a compiler made it up.
#[test]
fn names_from_parameters() {
    for (name, expected) in [
        ("count", Some("count")),
        ("userID", Some("userID")),
        ("mCount", Some("count")),
        ("m_count", Some("count")),
        ("_count", Some("count")),
        ("max", Some("max")),
        ("MAX_SIZE", Some("maxSize")),
        ("user_name", Some("userName")),
        ("val$order", Some("order")),
        ("this$0", Some("outer")),
        ("x", Some("x")),
        ("arg0", None),
        ("p1", None),
        ("var12", None),
        ("param", None),
        ("class", None),
        ("a-b", Some("aB")),
        ("", None),
    ] {
        assert_eq!(from_parameter(name).as_deref(), expected, "{name}");
    }
}

/// Names of tests come from texts, and nothing but letters and digits of them.
#[test]
fn names_from_texts() {
    for (text, expected) in [
        ("returns \"a-b\" twice", Some("returnsABTwice")),
        ("addItem twice", Some("addItemTwice")),
        ("URL of an empty cart", Some("urlOfAnEmptyCart")),
        ("2 items", Some("case2Items")),
        ("new", Some("newCase")),
        ("\"); System.exit(1); //", Some("systemExit1")),
        ("\\u000a*/", Some("u000a")),
        ("…", None),
    ] {
        assert_eq!(from_text(text).as_deref(), expected, "{text}");
    }
    assert_eq!(class_from_text("cart with 2 items").as_deref(), Some("CartWith2Items"));
    assert_eq!(class_from_text("new").as_deref(), Some("New"));
    let long = from_text(&"word ".repeat(100)).unwrap();
    assert!(long.len() <= 60 && long.ends_with("Word"), "{long}");
    assert_eq!(from_text(&"x".repeat(1000)).unwrap().len(), 60);
}

/// Lists are named by the plural of what they hold.
#[test]
fn plurals() {
    for (one, many) in [
        ("point", "points"),
        ("priceEntry", "priceEntries"),
        ("key", "keys"),
        ("box", "boxes"),
        ("address", "addresses"),
        ("orderStatus", "orderStatuses"),
        ("branch", "branches"),
        ("child", "children"),
        ("grandChild", "grandChildren"),
        ("person", "people"),
        ("settings", "settingsList"),
        ("data", "dataList"),
        ("leaf", "leaves"),
        ("y", "ys"),
        ("", "s"),
    ] {
        assert_eq!(plural(one), many, "{one}");
    }
}

/// No name is handed out twice, and the second of a kind is called as a person would call it.
#[test]
fn scopes_hand_out_names_once() {
    let mut scope = NameScope::new();
    scope.reserve("cart");
    assert_eq!(scope.take("point"), "point");
    assert_eq!(scope.take("point"), "point2");
    assert_eq!(scope.take("point"), "point3");
    assert_eq!(scope.take("point2"), "point4");
    assert_eq!(scope.take("cart"), "cart2");
    assert_eq!(scope.take("p1"), "p1");
    assert_eq!(scope.take("p1"), "p2");
    assert_eq!(scope.take("class"), "classValue");
    assert_eq!(scope.take("var"), "varValue");
    assert_eq!(scope.take("a-b"), "ab");
    assert_eq!(scope.take("1x"), "value1x");
    assert_eq!(scope.take(""), "value");
    assert_eq!(scope.take_first(&["point", "corner"]), "corner");
    assert_eq!(scope.take_first(&["point", "corner"]), "point5");
    assert_eq!(scope.take_first(&[]), "value2");
    assert!(!scope.is_free("point") && scope.is_free("line") && !scope.is_free("for"));
}
