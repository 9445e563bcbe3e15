//! Secrets are not written, not even to be removed later.

use crate::support::{Recorded, record};
use reenact_recording::frame::{Frames, Met};
use reenact_recording::header::{read_header, seed};
use reenact_recording::model::Marks;
use reenact_testkit::{Fixture, jdks};

/// Everything that is on disk: files as they are, and what their frames unpack to.
fn on_disk(recorded: &Recorded) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for (_, bytes) in recorded.segments() {
        let (header, start) = read_header(bytes).expect("a header");
        for met in Frames::new(bytes, seed(header.facts.recording, header.segment), start) {
            let Met::Frame(frame) = met else { panic!("{met:?}") };
            let mut payload = Vec::new();
            frame.unpack(&mut payload).expect("a frame that can be unpacked");
            all.push(payload);
        }
        all.push(bytes.clone());
    }
    all
}

/// Whether a text is anywhere, one or two bytes a character.
fn holds(all: &[Vec<u8>], text: &str) -> bool {
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let latin1: Option<Vec<u8>> = text.chars().map(|char| u8::try_from(char).ok()).collect();
    let forms = [Some(text.as_bytes().to_vec()), latin1, Some(wide)];
    let is_in = |bytes: &[u8], form: &[u8]| bytes.windows(form.len()).any(|window| window == form);
    all.iter().any(|bytes| forms.iter().flatten().any(|form| is_in(bytes, form)))
}

/// Records a program on every JDK. Of each line with `// secret: …`, the text must be nowhere in the recording;
/// of each with `// open: …`, it must be there. Without redaction all of them are there.
#[track_caller]
fn check(source: &str, options: &str) {
    let fixture = Fixture::parse(source);
    let expectations = fixture.expectations(&["secret", "open", "call"]);
    let of_kind = |kind: &str| {
        expectations
            .iter()
            .filter(|found| found.kind == kind)
            .map(|found| &*found.text)
            .collect::<Vec<&str>>()
    };
    for jdk in jdks() {
        let program = fixture.compile_with(&jdk, &["-g"]);
        let plain = program.run("p.Main", &[]).ok();
        let options = format!("include=p.**,all,exclude=p.Main,sample-backoff=1{options}");
        let recorded = record(&program, "p.Main", &options).ok();
        assert_eq!(recorded.ran.stdout, plain);
        let all = on_disk(&recorded);
        for text in of_kind("secret") {
            assert!(!holds(&all, text), "`{text}` is in the recording\n{:#?}", recorded.calls());
        }
        for text in of_kind("open") {
            assert!(holds(&all, text), "`{text}` is not in the recording\n{:#?}", recorded.calls());
        }
        let calls = recorded.calls();
        for call in of_kind("call") {
            assert!(calls.iter().any(|found| found == call), "{call}: not among {calls:#?}");
        }
        // Masked values are marked as such.
        recorded.each(|head, _, capture, picture| {
            let roots = capture
                .roots
                .iter()
                .map(|&root| picture.masked(&capture.before, &capture.pseudonyms).draw(root));
            let is_masked = roots.into_iter().any(|root| root.contains("masked>"));
            assert!(!is_masked || head.marks.contains(Marks::MASKED), "{head:?}");
        });
        let shown = record(&program, "p.Main", &format!("{options},redact=false")).ok();
        let all = on_disk(&shown);
        for text in of_kind("secret").into_iter().chain(of_kind("open")) {
            assert!(holds(&all, text), "`{text}` is not there without redaction");
        }
        shown.each(|head, _, _, _| assert!(!head.marks.contains(Marks::MASKED), "{head:?}"));
    }
}

#[test]
fn fields_and_parameters_by_their_names() {
    check(
        r#"
        //- p/Main.java
        package p;
        import java.util.*;
        public class Main {
            public static void main(String[] args) {
                Account account = new Account("ann-the-owner");   // open: ann-the-owner
                account.setPassword("hunter2-first");             // secret: hunter2-first
                account.login("ann", "hunter2-second");           // secret: hunter2-second
                account.open("let-me-in".toCharArray());          // secret: let-me-in
                account.renew("tok-5551212", 7712);                // secret: tok-5551212
                account.count(3);
                System.out.println(account.tokenCount);
            }
        }
        //- p/Account.java
        package p;
        class Account {
            String owner, password, accessToken; char[] pin; int cardNumber, tokenCount; boolean hasSecret;
            Account(String owner) { this.owner = owner; }
            // call: Account.login(this=Account{owner="ann-the-owner", password=<String masked>, accessToken=null, pin=null, cardNumber=0, tokenCount=0, hasSecret=false}, user="ann", secret=<String masked>) -> false [masked]
            boolean login(String user, String secret) { return secret.equals(password); }
            // Neither name says so; the field that it goes into does.
            void setPassword(String text) { password = text; }
            void open(char[] passphrase) { pin = passphrase; }
            void renew(String token, int pin) { accessToken = token; cardNumber = pin; hasSecret = true; }
            // call: Account.count(this=Account{owner="ann-the-owner", password=<String masked>, accessToken=<String masked>, pin=<array masked>, cardNumber=0, tokenCount=0, hasSecret=true}, more=3) -> 3; this.tokenCount: 0 -> 3 [masked]
            int count(int more) { tokenCount += more; return tokenCount; }
        }
        "#,
        "",
    );
}

/// A name alone does not make a number a secret, nor the token of a parser.
#[test]
fn numbers_and_words_that_are_not_secrets() {
    check(
        r#"
        //- p/Main.java
        package p;
        import java.util.*;
        public class Main {
            public static void main(String[] args) {
                System.out.println(new Scanner(4711).next(8));
                System.out.println(new Scanner(4712).join(List.of("one-word", "other-word"))); // open: other-word
                System.out.println(new Login("tok-5551212", List.of(7, 7001)).check(1234));    // secret: tok-5551212
            }
        }
        //- p/Scanner.java
        package p;
        import java.util.*;
        class Scanner {
            private final int tokenBegin; private Integer tokenState = 5000; private int[] tokens = {1, 2};
            Scanner(int begin) { tokenBegin = begin; }
            // call: Scanner.next(this=Scanner{tokenBegin=4711, tokenState=5000, tokens=Int([1, 2])}, k=8) -> 4719
            int next(int k) { return tokenBegin + k; }
            int join(List<String> refTokens) { return String.join(" ", refTokens).length(); }
        }
        //- p/Login.java
        package p;
        import java.util.*;
        class Login {
            private final String token; private final List<Integer> pins;
            Login(String token, List<Integer> pins) { this.token = token; this.pins = pins; }
            // call: Login.check(this=Login{token=<String masked>, pins=[<Integer masked>, <Integer masked>]}, pin=0) -> false [masked]
            boolean check(int pin) { return pins.contains(pin); }
        }
        "#,
        "",
    );
}

/// Equal secrets stay equal, and a changed one is seen to change.
#[test]
fn masked_texts_have_consistent_pseudonyms() {
    let source = r#"
        //- p/Main.java
        package p;
        public class Main {
            public static void main(String[] args) {
                Account account = new Account();
                account.login("ann", new String("Hunter2-first"), new String("Hunter2-first"));
                char[] pin = "let-mein".toCharArray();
                account.wipe(pin);
                System.out.println(account.tries);
            }
        }
        //- p/Account.java
        package p;
        class Account {
            int tries;
            void login(String user, String password, String secret) { tries += password.equals(secret) ? 1 : 2; }
            void wipe(char[] passphrase) { for (int i = 0; i < 3; i++) passphrase[i] = '*'; tries++; }
        }
    "#;
    for jdk in jdks() {
        let program = Fixture::parse(source).compile_with(&jdk, &["-g"]);
        let recorded = record(&program, "p.Main", "include=p.Account,all").ok();
        let mut seen = Vec::new();
        recorded.each(|_, method, capture, picture| {
            let graphs = [(&capture.before, &capture.roots), (&capture.after, &capture.roots_after)];
            let texts = graphs.map(|(graph, roots)| {
                roots.iter().skip(1).map(|&root| picture.of(graph).draw(root)).collect::<Vec<_>>()
            });
            seen.push((method.name.to_string(), texts, capture.pseudonyms.len()));
        });
        let (_, [login, _], masked) = seen.iter().find(|(method, ..)| method == "login").unwrap();
        assert_eq!((&*login[0], *masked), ("\"ann\"", 2), "{login:?}");
        assert_eq!(login[1], login[2], "equal passwords have equal pseudonyms");
        let kinds: String = login[1]
            .chars()
            .map(|char| {
                if char.is_ascii_digit() {
                    '0'
                } else if char.is_ascii_uppercase() {
                    'A'
                } else if char.is_ascii_lowercase() {
                    'a'
                } else {
                    char
                }
            })
            .collect();
        assert_eq!(kinds, "\"Aaaaaa0-aaaaa\"");
        assert_ne!(login[1], "\"Hunter2-first\"");
        let (_, [before, after], _) = seen.iter().find(|(method, ..)| method == "wipe").unwrap();
        assert_ne!(before, after, "what the call changed is seen");
        assert!(after[0].starts_with("Char([42, 42, 42, "), "{after:?}");
    }
}

#[test]
fn secrets_that_are_reached_another_way_too() {
    check(
        r#"
        //- p/Main.java
        package p;
        import java.util.*;
        public class Main {
            public static void main(String[] args) {
                String shared = new String("shared-secret-1");                  // secret: shared-secret-1
                // The innocent way is walked first.
                Box box = new Box(); box.note = shared; box.list = new ArrayList<>(List.of("public", shared)); box.password = shared; // open: public
                box.use();
                // A graph tells what is a secret in it; what another call knew is not remembered.
                System.out.println(new Box().result("later-secret-2"));         // secret: later-secret-2
                Box plain = new Box(); plain.note = "note-in-the-clear";         // open: note-in-the-clear
                plain.use();
                byte[] key = { 'r', 'a', 'w', '-', 'k', 'e', 'y', '-', '3' };   // secret: raw-key-3
                box.keep(key);
                Map<String, Object> map = new HashMap<>(Map.of("user", "map-secret-4")); // secret: map-secret-4
                StringBuilder builder = new StringBuilder("built-secret-5");     // secret: built-secret-5
                box.hold(map, builder, Optional.of("optional-secret-6"));        // secret: optional-secret-6
                try { box.fail("thrown-secret-7"); } catch (IllegalArgumentException e) { } // secret: thrown-secret-7
            }
        }
        //- p/Box.java
        package p;
        import java.util.*;
        class Box {
            Object note; List<Object> list; Object password; byte[] privateKey; byte[] bytes;
            Map<String, Object> credentials; StringBuilder secret; Optional<String> apiKey; String jwt;
            int use() { note = null; return 1; }
            int result(String text) { note = text; password = text; return text.length(); }
            void keep(byte[] given) { bytes = given; privateKey = given; }
            void hold(Map<String, Object> one, StringBuilder other, Optional<String> third) { credentials = one; secret = other; apiKey = third; }
            void fail(String text) { jwt = text; throw new IllegalArgumentException(text); }
        }
        "#,
        "",
    );
}

#[test]
fn strings_that_look_like_secrets_whatever_they_are_called() {
    // No secret of anyone: examples of documentation, put together here so that scanners stay quiet.
    let card = ["4111", "1111", "1111", "1111"].join(" ");
    let jwt = ["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiIxMjM0NTY3ODkwIn0", "dozjgNryP4J3jVmNHl0w5N"].join(".");
    let aws = format!("AKIA{}", "IOSFODNN7EXAMPLE");
    let iban = "DE89 3704 0044 0532 0130 00";
    let source = format!(
        r#"
        //- p/Main.java
        package p;
        import java.util.*;
        public class Main {{
            public static void main(String[] args) {{
                Note note = new Note();
                note.say("{card}", List.of("pay with {aws}, please"));   // secret: {card}
                note.say("\u4e2d {iban} \u4e2d", Map.of("{jwt}", 1));    // secret: {iban}
                note.say("jdbc:postgresql://user:hunter2@db/shop", null); // secret: hunter2
                note.say("plain words", 4111);                            // open: plain words
                System.out.println(note.last.length());                   // secret: {aws}
            }}                                                            // secret: {jwt}
        }}
        //- p/Note.java
        package p;
        class Note {{
            String last = "";
            int say(String text, Object more) {{ last = text; return text.length(); }}
        }}
        "#
    );
    check(&source, "");
}

#[test]
fn names_that_the_user_gives() {
    check(
        r#"
        //- p/Main.java
        package p;
        public class Main {
            public static void main(String[] args) {
                new Order().place("customer-4711", "book-on-java");   // secret: customer-4711
                System.out.println("placed");                         // open: book-on-java
            }
        }
        //- p/Order.java
        package p;
        class Order {
            String customerNumber, title;
            void place(String number, String what) { customerNumber = number; title = what; }
        }
        "#,
        ",redact-names=customer-number",
    );
}
