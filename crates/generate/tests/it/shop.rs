//! Plain beans: constructors, setters, results, exceptions, changes.

use crate::support::generate;
use reenact_generate::{Assertions, Junit, Options};
use reenact_java::Habits;
use reenact_testkit::{jdk, jdks};

const SHOP: &str = r#"
    //- shop/Tier.java
    package shop;
    public enum Tier { BRONZE, GOLD }
    //- shop/LoyaltyAccount.java
    package shop;
    import java.math.BigDecimal;
    public class LoyaltyAccount {
        private final String customer;
        private final Tier tier;
        private int points;
        public LoyaltyAccount(String customer, Tier tier) {
            this.customer = customer;
            this.tier = tier;
        }
        public void setPoints(int points) { this.points = points; }
        public int getPoints() { return points; }
        public Tier getTier() { return tier; }
        public int credit(BigDecimal amount) {
            if (amount.signum() < 0) throw new IllegalArgumentException("negative: " + amount);
            points += amount.intValue() * (tier == Tier.GOLD ? 2 : 1);
            return points;
        }
        public void reset() { points = 0; }
        public boolean isEmpty() { return points == 0; }
        public LoyaltyAccount self() { points++; return this; }
        public String label(String prefix, int width) { return prefix + customer + width; }
    }
    //- Main.java
    import recorder.Recorder;
    import shop.*;
    import java.math.BigDecimal;
    public class Main {
        public static void main(String[] args) throws Exception {
            LoyaltyAccount account = new LoyaltyAccount("C-17", Tier.GOLD);
            account.setPoints(40);
            Recorder.call(account, "credit", new BigDecimal("12.50"));
            Recorder.call(account, "credit", new BigDecimal("-1"));
            Recorder.call(account, "isEmpty");
            Recorder.call(account, "getTier");
            Recorder.call(account, "self");
            Recorder.call(account, "label", "no. ", 3);
            Recorder.call(account, "label", null, 3);
            Recorder.call(account, "reset");
            Recorder.call(account, "isEmpty");
        }
    }
"#;

#[test]
fn beans() {
    for jdk in jdks() {
        let generated = generate(&jdk, SHOP, Options::default());
        generated.complete().passes();
        let text = generated.text();
        assert!(text.starts_with(CREDIT), "{text}");
    }
}

const CREDIT: &str = r#"package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** Calls of {@link LoyaltyAccount} as they were recorded. */
class LoyaltyAccountRecordedTest {
"#;

/// The same calls in the words of JUnit 4: public methods, tolerances, no overloads for boxes.
#[test]
fn junit_4() {
    let options = Options { junit: Junit::Four, ..Options::default() };
    let generated = generate(&jdk(), SHOP, options);
    generated.complete().passes();
    let text = generated.text();
    for line in [
        "import static org.junit.Assert.assertEquals;",
        "import org.junit.Test;",
        "public class LoyaltyAccountRecordedTest {",
        "    public void isEmpty_isTrue() {",
        "IllegalArgumentException.class, () -> loyaltyAccount.credit(new BigDecimal(\"-1\")));",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

/// Java 7 has no lambdas, and needs `final` for what an anonymous class uses.
#[test]
fn java_7() {
    let habits = Habits { final_locals: true, ..Habits::default() };
    let options = Options { junit: Junit::Four, release: 7, habits, ..Options::default() };
    let generated = generate(&jdk(), SHOP, options);
    generated.complete().passes();
    let text = generated.text();
    assert!(!text.contains("->"), "{text}");
    for line in [
        "import org.junit.function.ThrowingRunnable;",
        "IllegalArgumentException.class, new ThrowingRunnable() {",
        "public void run() throws Throwable {",
        "        final LoyaltyAccount loyaltyAccount = ",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn assertj() {
    let options = Options { assertions: Assertions::AssertJ, ..Options::default() };
    let generated = generate(&jdk(), SHOP, options);
    let text = generated.complete().text();
    for line in [
        "import static org.assertj.core.api.Assertions.assertThat;",
        "        assertThat(loyaltyAccount.isEmpty()).isTrue();",
        "        assertThat(result).isSameAs(loyaltyAccount);",
        "        assertThat(loyaltyAccount.getPoints()).isEqualTo(0);",
        ".hasMessage(\"negative: -1\");",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

/// Calls that differ in values alone are one test, in the words of `junit-jupiter-params`.
#[test]
fn parameterized() {
    let options = Options { parameterized: true, ..Options::default() };
    let generated = generate(&jdk(), CALCULATOR, options);
    generated.complete().passes();
    let text = generated.text();
    for part in [
        "    @ParameterizedTest\n    @CsvSource({\"1, 2, 3\", \"4, 5, 9\", \"-1, 1, 0\"})\n    void add(int a, int b, int expected) {\n        assertEquals(expected, Calculator.add(a, b));\n    }\n",
        "    @ParameterizedTest\n    @ValueSource(ints = {1, 3, 5})\n    void isOdd_isTrue(int number) {\n        assertTrue(Calculator.isOdd(number));\n    }\n",
        "    @MethodSource(\"quote_cases\")\n    void quote(String text, String expected) {",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(text.contains("void isOdd_2_isFalse() {"), "two cases stay two tests\n{text}");
}

const CALCULATOR: &str = r#"
    //- calc/Calculator.java
    package calc;
    public class Calculator {
        public static int add(int a, int b) { return a + b; }
        public static boolean isOdd(int number) { return number % 2 != 0; }
        public static String quote(String text) { return '"' + text + '"'; }
    }
    //- Main.java
    import recorder.Recorder;
    import calc.Calculator;
    public class Main {
        public static void main(String[] args) throws Exception {
            Recorder.call(Calculator.class, "add", 1, 2);
            Recorder.call(Calculator.class, "add", 4, 5);
            Recorder.call(Calculator.class, "add", -1, 1);
            for (int n = 1; n < 6; n++) {
                Recorder.call(Calculator.class, "isOdd", n);
            }
            Recorder.call(Calculator.class, "quote", "a, b");
            Recorder.call(Calculator.class, "quote", "\"c\"");
            Recorder.call(Calculator.class, "quote", "d; e");
        }
    }
"#;

/// Objects without tests; those of equal content are made by one method.
#[test]
fn objects() {
    let generated = generate(&jdk(), SHOP, Options::default());
    assert_eq!(generated.objects, OBJECTS);
}

const OBJECTS: &str = r#"package shop;

/** Objects as they were recorded. */
final class Objects {
    static LoyaltyAccount loyaltyAccountC17() {
        LoyaltyAccount loyaltyAccount = new LoyaltyAccount("C-17", Tier.GOLD);
        loyaltyAccount.setPoints(40);
        return loyaltyAccount;
    }

    static LoyaltyAccount loyaltyAccountC17_2() {
        LoyaltyAccount loyaltyAccount = new LoyaltyAccount("C-17", Tier.GOLD);
        loyaltyAccount.setPoints(64);
        return loyaltyAccount;
    }

    static LoyaltyAccount loyaltyAccountC17_3() {
        LoyaltyAccount loyaltyAccount = new LoyaltyAccount("C-17", Tier.GOLD);
        loyaltyAccount.setPoints(65);
        return loyaltyAccount;
    }

    static LoyaltyAccount loyaltyAccountC17_4() {
        return new LoyaltyAccount("C-17", Tier.GOLD);
    }
}
"#;
