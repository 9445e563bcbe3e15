//! A whole test class, as a person would look at it.

use super::*;

fn junit(name: &str) -> ClassName {
    class("org.junit.jupiter.api", name)
}

fn assertion(name: &str, arguments: Vec<Expression>) -> Statement {
    Expression::call_imported(junit("Assertions"), name, arguments).statement()
}

fn shop(name: &str, arguments: Vec<Expression>) -> Expression {
    Expression::new_object(class("shop", name), arguments)
}

fn test(name: &str, body: Vec<Statement>) -> Member {
    let annotations = vec![Annotation::marker(junit("Test"))];
    Member::Method(Method { annotations, ..Method::new(Type::Void, name, body) })
}

fn money(amount: &str) -> Expression {
    Expression::new_object(class("java.math", "BigDecimal"), vec![Expression::string(amount)])
}

fn local(class_name: &str, name: &str, value: Expression) -> Statement {
    Statement::local(of("shop", class_name), name, value)
}

fn cart() -> Expression {
    Expression::name("cart")
}

/// The checkout of a cart, with a stand-in for its clock.
#[test]
fn a_test_class_reads_well() {
    let item = |name: &str, price: &str, count: i32| {
        shop("Item", vec![Expression::string(name), money(price), Expression::int(count)])
    };
    let add = |item: Expression| cart().call("add", vec![item]).statement();
    let total = test(
        "totalOfTwoItems",
        vec![
            local("Cart", "cart", shop("Cart", vec![])),
            add(item("Tea, Earl Grey, hot", "4.50", 2)),
            add(item("Biscuits", "1.20", 1)),
            Statement::Blank,
            assertion("assertEquals", vec![money("10.20"), cart().call("total", vec![])]),
        ],
    );
    let instant = Expression::call_static(
        class("java.time", "Instant"),
        "parse",
        vec![Expression::string("2026-11-03T09:15:30Z")],
    );
    let now = Method {
        annotations: vec![Annotation::marker(class("java.lang", "Override"))],
        modifiers: vec![Modifier::Public],
        ..Method::new(of("java.time", "Instant"), "now", vec![Statement::returning(instant)])
    };
    let clock = Expression::New(New {
        class: class("shop", "Clock"),
        type_arguments: TypeArguments::None,
        outer: None,
        arguments: vec![],
        body: Some(vec![Member::Method(now)]),
    });
    let builder = Expression::call_static(class("shop", "Customer"), "builder", vec![])
        .call("name", vec![Expression::string("Ada Lovelace")])
        .call("email", vec![Expression::string("ada@example.org")])
        .call("vip", vec![Expression::boolean(true)])
        .call("build", vec![]);
    let stock = Expression::call_static(
        class("java.util", "Map"),
        "of",
        vec![
            Expression::string("Biscuits"),
            Expression::int(3),
            Expression::string("Tea, Earl Grey, hot"),
            Expression::int(12),
        ],
    );
    let receipt =
        "Ada Lovelace\n  2 x Tea, Earl Grey, hot   9.00\n  1 x Biscuits              1.20\nTotal 10.20\n";
    let checkout = test(
        "checkoutPrintsReceipt",
        vec![
            local("Customer", "customer", builder),
            Statement::local(
                Type::generic(class("java.util", "Map"), [Type::string(), of("java.lang", "Integer")]),
                "stock",
                stock,
            ),
            local(
                "Cart",
                "cart",
                shop("Cart", vec![Expression::name("customer"), Expression::name("stock"), clock]),
            ),
            Statement::Blank,
            assertion("assertEquals", vec![Expression::string(receipt), cart().call("checkout", vec![])]),
        ],
    );
    let sold_out = cart().call("add", vec![item("Scones with clotted cream", "3.10", 1)]);
    let rejected = test(
        "addRejectsWhatIsSoldOut",
        vec![
            local("Cart", "cart", shop("Cart", vec![])),
            Statement::Blank,
            Statement::local(
                of("java.lang", "IllegalStateException"),
                "thrown",
                Expression::call_imported(
                    junit("Assertions"),
                    "assertThrows",
                    vec![
                        Expression::ClassLiteral(of("java.lang", "IllegalStateException")),
                        sold_out.supplied(),
                    ],
                ),
            ),
            assertion(
                "assertEquals",
                vec![Expression::string("sold out"), Expression::name("thrown").call("getMessage", vec![])],
            ),
        ],
    );
    let unit = unit(vec![total, checkout, rejected]);
    let expected = r#"package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CartTest {
    @Test
    void totalOfTwoItems() {
        Cart cart = new Cart();
        cart.add(new Item("Tea, Earl Grey, hot", new BigDecimal("4.50"), 2));
        cart.add(new Item("Biscuits", new BigDecimal("1.20"), 1));

        assertEquals(new BigDecimal("10.20"), cart.total());
    }

    @Test
    void checkoutPrintsReceipt() {
        Customer customer = Customer.builder()
                .name("Ada Lovelace")
                .email("ada@example.org")
                .vip(true)
                .build();
        Map<String, Integer> stock = Map.of("Biscuits", 3, "Tea, Earl Grey, hot", 12);
        Cart cart = new Cart(customer, stock, new Clock() {
            @Override
            public Instant now() {
                return Instant.parse("2026-11-03T09:15:30Z");
            }
        });

        assertEquals(
                """
                Ada Lovelace
                  2 x Tea, Earl Grey, hot   9.00
                  1 x Biscuits              1.20
                Total 10.20
                """,
                cart.checkout());
    }

    @Test
    void addRejectsWhatIsSoldOut() {
        Cart cart = new Cart();

        IllegalStateException thrown = assertThrows(
                IllegalStateException.class,
                () -> cart.add(new Item("Scones with clotted cream", new BigDecimal("3.10"), 1)));
        assertEquals("sold out", thrown.getMessage());
    }
}
"#;
    assert_eq!(render(&unit, &Style::default()).unwrap(), expected);
}
