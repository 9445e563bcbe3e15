//! Calls of proxies, recorded inside of recorded calls.

use crate::support::record;
use reenact_base::Id;
use reenact_recording::model::InvocationHead;
use reenact_testkit::{Fixture, jdks};

const SHOP: &str = r#"
    //- p/Main.java
    package p;
    import java.lang.reflect.*;
    public class Main {
        public static void main(String[] args) {
            InvocationHandler handler = (proxy, method, given) -> {
                if (given == null) return 7;
                if ("none".equals(given[0])) throw new IllegalStateException("none");
                return "price of " + given[0];
            };
            Class<?>[] shown = { Prices.class };
            Prices prices = (Prices) Proxy.newProxyInstance(Main.class.getClassLoader(), shown, handler);
            Class<?>[] hidden = { Hidden.class, Runnable.class };
            Hidden other = (Hidden) Proxy.newProxyInstance(Main.class.getClassLoader(), hidden, handler);
            Runnable outside = (Runnable) Proxy.newProxyInstance(
                    Main.class.getClassLoader(), new Class<?>[] { Runnable.class }, (proxy, method, given) -> null);
            prices.of("alone");
            new Shop(prices, other, outside).sell("tea");
            new Shop(prices, other, outside).sell("milk");
            try { new Shop(prices, other, outside).sell("none"); } catch (IllegalStateException expected) { }
            Shop busy = new Shop(prices, other, outside);
            busy.many();
        }
    }
    //- p/Prices.java
    package p;
    public interface Prices { String of(String item); int count(); }
    //- p/Hidden.java
    package p;
    interface Hidden { int hidden(); }
    //- p/Shop.java
    package p;
    public class Shop {
        private final Prices prices; private final Hidden hidden; private final Runnable outside;
        Shop(Prices prices, Hidden hidden, Runnable outside) {
            this.prices = prices; this.hidden = hidden; this.outside = outside;
        }
        public String sell(String item) {
            outside.run();
            prices.hashCode();
            return prices.of(item) + prices.count() + hidden.hidden();
        }
        public int many() {
            int sum = 0;
            for (int index = 0; index < 1000; index++) sum += prices.count();
            return sum;
        }
    }
"#;

/// A guest is recorded with every call that it answered, whatever it answered before, and not outside of one; what
/// only every object has, and interfaces of others, are left alone.
#[test]
fn proxies_of_included_interfaces_are_recorded_inside_of_recorded_calls() {
    for jdk in jdks() {
        let program = Fixture::parse(SHOP).compile_with(&jdk, &["-g"]);
        let recorded = record(&program, "p.Main", "include=p.**,exclude=p.Main").ok();
        let mut seen = Vec::new();
        let mut hosts: Vec<InvocationHead> = Vec::new();
        recorded.each(|head, method, capture, picture| {
            if &*method.name == "sell" || &*method.name == "many" {
                hosts.push(*head);
            } else {
                assert_eq!(capture.before.len(), capture.roots.len().min(2), "nothing behind the proxy");
                let host = hosts.iter().position(|host| Some(host.id) == head.parent);
                let argument = capture.roots.get(1).map(|&root| picture.of(&capture.before).draw(root));
                seen.push((host, method.name.to_string(), argument.unwrap_or_default()));
            }
        });
        let many = seen.iter().filter(|(host, ..)| *host == Some(3)).count();
        assert_eq!(many, 32, "a call has so many guests and no more");
        let told: Vec<String> = seen
            .iter()
            .filter(|(host, ..)| *host != Some(3))
            .map(|(host, name, argument)| format!("{host:?} {name}({argument})"))
            .collect();
        assert_eq!(
            told,
            [
                "Some(0) of(\"tea\")",
                "Some(0) count()",
                "Some(0) hidden()",
                "Some(1) of(\"milk\")",
                "Some(1) count()",
                "Some(1) hidden()",
                "Some(2) of(\"none\")",
            ],
            "JDK {}",
            jdk.version.full
        );
    }
}

/// Receivers of guests are found again in the call around them.
#[test]
fn an_object_is_known_again_in_another_invocation() {
    for jdk in jdks() {
        let program = Fixture::parse(SHOP).compile_with(&jdk, &["-g"]);
        let recorded = record(&program, "p.Main", "include=p.**,exclude=p.Main").ok();
        let mut shops: Vec<Vec<u32>> = Vec::new();
        let mut count = 0;
        recorded.each(|_, method, capture, _| {
            let hash = |node: usize| capture.identities.iter().find(|known| known.node.index() == node);
            if &*method.name == "sell" {
                shops.push(capture.identities.iter().map(|known| known.hash).collect());
            } else if &*method.name == "of" {
                let receiver = hash(0).expect("the receiver's").hash;
                assert!(shops.last().expect("a host").contains(&receiver));
                count += 1;
            }
        });
        assert_eq!((shops.len(), count), (3, 3));
    }
}
