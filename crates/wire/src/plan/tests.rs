use super::layout::{CHECKSUM, HEADER};
use super::*;
use crate::checksum::Crc32;

fn small() -> ProbePlan {
    let mut plan = ProbePlan::from_options(
        &"include=com.acme.**,exclude=com.acme.gen.**,methods=org.x.Y#run,redact-names=customer-number,redact-except=com.acme.*#pin,redact-looks=false,history=com.acme.model.**:org.x.*"
            .parse()
            .unwrap(),
    );
    plan.opaque.truncate(1);
    plan.source = "test".to_owned();
    plan.redaction.fields.insert(FieldName::new("com/acme/Shop", "till"));
    let reach = BTreeSet::from([FieldName::new("com/acme/Shop", "orders"), FieldName::new("a/B", "c")]);
    let method = |frontier| MethodPlan {
        probes: Probes::RECORD,
        parameter_names: vec!["order".to_owned(), "count".to_owned()],
        frontier,
    };
    let shop = plan.classes.entry("com/acme/Shop".to_owned()).or_default();
    shop.methods.insert(("order".to_owned(), "(LOrder;I)V".to_owned()), method(Some(reach.clone())));
    shop.methods.insert(("order".to_owned(), "(LOrder;J)V".to_owned()), method(Some(reach)));
    shop.methods.insert(("close".to_owned(), "()V".to_owned()), MethodPlan::default());
    let open = MethodPlan { probes: Probes::HISTORY, ..MethodPlan::default() };
    shop.methods.insert(("open".to_owned(), "()V".to_owned()), open);
    plan.classes.insert("com/acme/Quiet".to_owned(), ClassPlan::default());
    plan.points.insert(PointPlan {
        class: "com/acme/Clock".to_owned(),
        name: "now".to_owned(),
        descriptor: "()J".to_owned(),
        kind: PointKind::System,
    });
    plan
}

/// The bytes with a checksum that is right again.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.len() >= HEADER {
        let checksum = Crc32::new().update(&bytes[..CHECKSUM]).update(&bytes[CHECKSUM + 4..]).value();
        bytes[CHECKSUM..CHECKSUM + 4].copy_from_slice(&checksum.to_le_bytes());
    }
    bytes
}

/// Everything that can be asked.
fn ask_all(plan: &Plan) -> String {
    for class in plan.classes() {
        for method in class.methods() {
            let _ = class.method(method.name().as_bytes(), method.descriptor().as_bytes());
            if let Some(frontier) = method.frontier() {
                assert!(!frontier.contains(b"no", b"field") || frontier.fields().len() > 0);
            }
        }
    }
    let _ = plan.class(b"com/acme/Shop");
    plan.to_string()
}

#[test]
fn a_plan_answers_what_was_put_in() {
    let plan = Plan::read(small().encode()).unwrap();
    let ClassProbes::Listed(shop) = plan.class(b"com/acme/Shop") else { panic!("the shop is listed") };
    let order = shop.method(b"order", b"(LOrder;J)V").unwrap();
    assert!(order.probes().contains(Probes::RECORD));
    assert_eq!(order.parameter_names().collect::<Vec<_>>(), ["order", "count"]);
    let frontier = order.frontier().unwrap();
    assert!(frontier.contains(b"com/acme/Shop", b"orders"));
    assert!(!frontier.contains(b"com/acme/Shop", b"c"));
    assert!(shop.method(b"order", b"()V").is_none());
    assert!(shop.method(b"close", b"()V").unwrap().frontier().is_none());
    assert!(matches!(plan.class(b"com/acme/Quiet"), ClassProbes::None));
    assert!(matches!(plan.class(b"com/acme/Other"), ClassProbes::ByRules));
    assert!(matches!(plan.class(b"com/acme/gen/Other"), ClassProbes::None));
    assert!(matches!(plan.class(b"org/x/Y"), ClassProbes::ByRules));
    assert!(plan.rules().names(b"org/x/Y", b"run") && !plan.rules().includes(b"org/x/Y"));
    assert!(plan.is_opaque(b"java/lang/ClassLoader"));
    assert!(
        plan.keeps_history(b"com/acme/Shop")
            && plan.keeps_history(b"com/acme/model/Order")
            && plan.keeps_history(b"org/x/Y")
    );
    assert!(!plan.keeps_history(b"com/acme/Quiet") && !plan.keeps_history(b"com/acme/gen/model/Order"));
    assert!(plan.masks_field(b"com/acme/Shop", b"till"));
    let points: Vec<_> = plan.points().map(|point| (point.class(), point.name(), point.kind())).collect();
    assert_eq!(points, [("com/acme/Clock", "now", Some(PointKind::System))]);
}

#[test]
fn every_line_of_the_catalog_is_a_pattern() {
    let lines = OPAQUE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).count();
    assert_eq!(always_opaque().count(), lines);
    assert!(lines > 10 && always_opaque().any(|pattern| pattern.matches(b"org/slf4j/Logger")));
}

#[test]
fn a_plan_is_shown_as_text() {
    let shown = Plan::read(small().encode()).unwrap().to_string();
    let expected = "probe plan from test
include com.acme.**
exclude com.acme.gen.**
methods org.x.Y#run
select public methods of 2 statements
history com.acme.model.**
history org.x.*
opaque java.lang.ClassLoader
redact customer-number
redact com.acme.Shop#till
except com.acme.*#pin
texts as they look
class com.acme.Quiet
class com.acme.Shop
  close()V
  open()V history
  order(LOrder;I)V record parameters order, count
    reaches a.B#c
    reaches com.acme.Shop#orders
  order(LOrder;J)V record parameters order, count
    reaches a.B#c
    reaches com.acme.Shop#orders
point com.acme.Clock#now()J system
";
    assert_eq!(shown, expected);
}

#[test]
fn lookup_agrees_with_the_model_for_many_classes() {
    let mut plan = ProbePlan::default();
    for number in 0..2000 {
        let class = plan.classes.entry(format!("p{}/C{number}", number % 7)).or_default();
        class.methods.insert(("m".to_owned(), format!("({number})V")), MethodPlan::default());
    }
    let read = Plan::read(plan.encode()).unwrap();
    for (name, class) in &plan.classes {
        let ClassProbes::Listed(view) = read.class(name.as_bytes()) else { panic!("{name} is listed") };
        assert_eq!(view.name(), name);
        assert!(class.methods.keys().all(|(n, d)| view.method(n.as_bytes(), d.as_bytes()).is_some()));
    }
    assert!(matches!(read.class(b"p1/C0"), ClassProbes::None));
    assert!(matches!(read.class(b""), ClassProbes::None));
}

#[test]
fn truncation_and_flipped_bits_are_errors() {
    let bytes = small().encode();
    for length in 0..bytes.len() {
        assert!(Plan::read(&bytes[..length]).is_err());
    }
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(Plan::read(flipped).is_err(), "bit {bit}");
    }
}

#[test]
fn hostile_plans_with_a_right_checksum_are_refused_or_harmless() {
    let bytes = small().encode();
    for at in 0..bytes.len() {
        for value in [0, 1, 0x7f, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[at] = value;
            if let Ok(plan) = Plan::read(sealed(changed)) {
                ask_all(&plan);
            }
        }
    }
}

#[test]
fn a_newer_major_is_refused_and_a_newer_minor_is_read() {
    let mut sections = small().sections();
    sections.insert(0, (99, b"a section that came later".to_vec()));
    let mut bytes = super::encode::assemble(&sections);
    bytes[10] = 9;
    let plan = Plan::read(sealed(bytes.clone())).unwrap();
    assert_eq!(plan.to_string(), Plan::read(small().encode()).unwrap().to_string());
    bytes[8] = 2;
    let error = Plan::read(sealed(bytes)).unwrap_err().to_string();
    assert!(error.contains("has version 2, this agent reads up to 1"), "{error}");
    assert_eq!(Plan::read(*b"nothing").unwrap_err().to_string(), "this is not a probe plan");
}

/// Plans of version 1.0 ended before the classes with histories, those of 1.1 before the exceptions of redaction.
#[test]
fn an_older_plan_says_less() {
    let except = 1 + "com.acme.*#pin".len() + 1;
    let listed_histories = 1 + "com.acme.model.**".len() + 1 + "org.x.*".len() + 1;
    for (missing, histories) in [(except, 2), (except + listed_histories, 0)] {
        let mut sections = small().sections();
        let (_, settings) = sections.last_mut().unwrap();
        settings.truncate(settings.len() - missing);
        let plan = Plan::read(super::encode::assemble(&sections)).unwrap();
        assert_eq!(plan.rules().histories.len(), histories);
        assert!(plan.redaction().except.is_empty());
        assert!(plan.masks_field(b"com/acme/Shop", b"till"));
    }
}
