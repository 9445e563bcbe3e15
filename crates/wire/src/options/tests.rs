use super::*;
use proptest::prelude::*;

fn parse(text: &str) -> AgentOptions {
    text.parse().unwrap()
}

fn error(text: &str) -> String {
    text.parse::<AgentOptions>().unwrap_err().to_string()
}

#[test]
fn nothing_is_the_defaults_and_the_table_says_so() {
    assert_eq!(parse(""), AgentOptions::default());
    assert_eq!(AgentOptions::default().to_string(), "");
    for key in KEYS {
        let value = AgentOptions::default().value(key.name).unwrap_or_default();
        assert_eq!(value, key.default, "default of {}", key.name);
        if !key.default.is_empty() {
            assert_eq!(parse(&format!("{}={}", key.name, key.default)), AgentOptions::default());
        }
    }
}

#[test]
fn a_comma_inside_a_value_is_fine() {
    let options = parse("out=/tmp/a,b,include=com.acme.**;org.x.*,all,log=info");
    assert_eq!(options.out, "/tmp/a,b");
    assert_eq!(options.include.len(), 2);
    assert!(options.all);
    assert_eq!(options.log, LogLevel::Info);
    assert_eq!(parse("all,out=x,redact=off"), parse("redact=false,all=true,out=x"));
    assert_eq!(parse("out=a,all").out, "a");
}

#[test]
fn a_wrong_option_names_the_right_one() {
    assert_eq!(error("out=x,inclde=com.**"), "unknown agent option `inclde`; did you mean `include`?");
    assert_eq!(error("method=A#b"), "unknown agent option `method`; did you mean `methods`?");
    assert_eq!(error("sample_first=3"), "unknown agent option `sample_first`; did you mean `sample-first`?");
    assert_eq!(error("Out=x"), "unknown agent option `Out`; did you mean `out`?");
    assert!(error("frobnicate=1").starts_with("unknown agent option `frobnicate`; there are mode, out, "));
    assert!(error("frobnicate").starts_with("unknown agent option `frobnicate`"));
    assert_eq!(error("log=wran"), "agent option `log=wran`: did you mean `warn`?");
    assert_eq!(error("mode=x"), "agent option `mode=x`: choose one of record, detach, snapshot");
    assert_eq!(error("all=maybe"), "agent option `all=maybe`: write `true` or `false`");
    assert_eq!(error("disk=1t"), "agent option `disk=1t`: write a size such as `512k`, `64m` or `2g`");
    assert!(error("disk=99999999999g").contains("write a size"));
    assert_eq!(error("out=a,out=b"), "agent option `out` is given twice; keep one");
    assert_eq!(error("out"), "agent option `out=`: give it a value");
    assert!(error("include=a..b").starts_with("agent option `include=a..b`: `a..b` is not a pattern"));
}

#[test]
fn a_recording_can_be_ended() {
    assert_eq!(parse("mode=detach").mode, Mode::Detach);
    let options = AgentOptions { mode: Mode::Detach, ..Default::default() };
    assert_eq!(options.encode().unwrap(), "mode=detach");
}

#[test]
fn lists_take_any_number_of_items_and_say_so() {
    for key in KEYS {
        let takes_several = AgentOptions::default().set(key.name, "a.B#c:d.E#f").is_ok()
            || AgentOptions::default().set(key.name, "a.B:d.E").is_ok();
        // Paths and the like may have a colon in them, which is then their own.
        let is_text = ["out", "plan", "encrypt"].contains(&key.name);
        assert_eq!(key.is_list(), takes_several && !is_text, "{}", key.name);
    }
    assert_eq!(Key::named("log").map(|key| key.default), Some("warn"));
    assert!(Key::named("nothing").is_none());
}

#[test]
fn what_the_grammar_cannot_carry_is_not_written() {
    let odd = AgentOptions { out: "/tmp/a,x=1".to_owned(), ..Default::default() };
    assert!(odd.encode().is_err());
    let odd = AgentOptions { redact_names: vec!["a:b".to_owned()], ..Default::default() };
    assert!(matches!(odd.encode(), Err(OptionsError::NotCarried { .. })));
}

fn any_options() -> impl Strategy<Value = AgentOptions> {
    let pattern = || prop::sample::select(vec!["com.acme.**", "a.*", "**.B", "X"]);
    let patterns = || prop::collection::vec(pattern().prop_map(|text| text.parse().unwrap()), 0..3);
    let methods = prop::collection::vec((pattern(), "[a-z]{1,5}[*]?"), 0..3);
    let paths = ("[-a-z/,. _]{1,12}", prop::option::of("[a-z/.,]{1,9}"));
    let switches = prop::array::uniform8(any::<bool>());
    let numbers = prop::array::uniform4(0u32..9000);
    let sizes = prop::array::uniform4(any::<u64>());
    let names = prop::collection::vec("[a-z-]{1,8}", 0..3);
    ((paths, patterns(), patterns(), patterns(), methods), switches, numbers, sizes, names).prop_map(
        |(((out, plan), include, exclude, histories, methods), switches, numbers, sizes, redact_names)| {
            let [all, statics, deprecated, local_classes, test_classes, redact, private, nested] = switches;
            let [min_statements, first, backoff, objects] = numbers;
            let [bytes, memory, history, disk] = sizes.map(Size);
            AgentOptions {
                out,
                plan,
                include,
                exclude,
                methods: methods.iter().map(|(c, m)| format!("{c}#{m}").parse().unwrap()).collect(),
                all,
                selection: Selection {
                    visibility: if private { Visibility::Private } else { Visibility::Public },
                    statics,
                    deprecated,
                    local_classes,
                    test_classes,
                    min_statements,
                },
                sampling: Sampling { first, backoff },
                nested,
                history: histories,
                budgets: Budgets { objects, bytes, memory, history, disk },
                redact,
                redact_names,
                ..Default::default()
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn what_is_written_reads_back(options in any_options()) {
        // A name that ends in `,all` is read as a switch: refused, not misread.
        if let Ok(text) = options.encode() {
            prop_assert_eq!(parse(&text), options);
        } else {
            prop_assert!(options.to_string().contains(','));
        }
    }

    #[test]
    fn any_text_is_options_or_an_error(text in "[a-z=,:;*.#-]{0,40}") {
        if let Ok(options) = text.parse::<AgentOptions>() {
            prop_assert_eq!(parse(&options.encode().unwrap()), options);
        }
    }
}
