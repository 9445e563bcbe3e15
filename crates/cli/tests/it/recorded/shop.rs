//! A recording of a small shop: an order with lines that refer back to it, a customer with a password, a
//! catalogue, prices, a logger that is not captured.

use std::path::Path;

use reenact_heap::{ClassId, Ending, Node, PrimitiveArray, Value};
use reenact_recording::WriterSettings;
use reenact_recording::graph::Outcome;
use reenact_recording::model::*;

use super::{Recorder, Scene, at, end, facts, string};

/// Classes of the JDK and of the shop.
pub struct Shop {
    pub list: ClassId,
    pub map: ClassId,
    pub map_node: ClassId,
    pub integer: ClassId,
    pub decimal: ClassId,
    pub status: ClassId,
    pub objects: ClassId,
    pub order: ClassId,
    pub line: ClassId,
    pub customer: ClassId,
    pub logger: ClassId,
    pub session: ClassId,
    pub token: ClassId,
    pub exception: ClassId,
}

impl Shop {
    pub fn define(recorder: &mut Recorder) -> Shop {
        let object = recorder.class("java/lang/Object", None, &[]);
        let above = Some(object);
        let mut class = |name: &str, above, fields: &[&str]| recorder.class(name, above, fields);
        let enums = class("java/lang/Enum", above, &["name:Ljava/lang/String;", "ordinal:I"]);
        let throwable = class(
            "java/lang/Throwable",
            above,
            &["detailMessage:L;", "cause:L;", "stackTrace:[L;", "suppressedExceptions:L;"],
        );
        Shop {
            list: class("java/util/ArrayList", above, &["elementData:[L;", "size:I"]),
            map: class("java/util/HashMap", above, &["table:[L;", "size:I"]),
            map_node: class("java/util/HashMap$Node", above, &["key:L;", "value:L;", "next:L;"]),
            integer: class("java/lang/Integer", above, &["value:I"]),
            decimal: class("java/math/BigDecimal", above, &["intVal:L;", "scale:I", "intCompact:J"]),
            status: class("com/acme/Order$Status", Some(enums), &[]),
            objects: class("[Ljava/lang/Object;", above, &[]),
            order: class(
                "com/acme/Order",
                above,
                &["id:J", "customer:L;", "lines:L;", "stock:L;", "total:L;", "status:L;", "log:L;"],
            ),
            line: class("com/acme/Order$Line", above, &["order:L;", "article:L;", "quantity:I", "price:L;"]),
            customer: class(
                "com/acme/Customer",
                above,
                &["name:L;", "pin:I", "scores:[I", "session:L;", "token:L;"],
            ),
            logger: class("com/acme/Logger", above, &[]),
            session: class("com/acme/Session", above, &[]),
            token: class("com/acme/Token", above, &[]),
            exception: class("java/lang/IllegalStateException", Some(throwable), &[]),
        }
    }

    pub fn decimal(&self, unscaled: i64) -> Node {
        Node::Object { class: self.decimal, fields: vec![Value::Null, Value::Int(2), Value::Long(unscaled)] }
    }

    pub fn integer(&self, value: i32) -> Node {
        Node::Object { class: self.integer, fields: vec![Value::Int(value)] }
    }

    pub fn line(&self, order: usize, article: usize, quantity: i32, price: usize) -> Node {
        let fields = vec![at(order), at(article), Value::Int(quantity), at(price)];
        Node::Object { class: self.line, fields }
    }

    pub fn list(&self, array: usize, size: i32) -> Node {
        Node::Object { class: self.list, fields: vec![at(array), Value::Int(size)] }
    }

    pub fn array(&self, elements: &[Value]) -> Node {
        Node::Array { class: self.objects, elements: elements.to_vec() }
    }

    pub fn end(&self, class: ClassId, ending: Ending) -> Node {
        Node::End { class, ending }
    }

    /// `Line add(String article, int quantity)`: the order gets a second line and another total.
    pub fn adding(&self) -> Scene {
        let order = |lines: usize, total: usize| Node::Object {
            class: self.order,
            fields: vec![Value::Long(1001), at(2), at(lines), at(4), at(total), at(6), at(7)],
        };
        let entry = |key: usize, value: usize| Node::Object {
            class: self.map_node,
            fields: vec![at(key), at(value), Value::Null],
        };
        let customer_fields = vec![at(8), Value::Int(0), at(9), at(10), at(11)];
        let before = vec![
            order(3, 5),
            string("pear"),
            Node::Object { class: self.customer, fields: customer_fields },
            self.list(12, 1),
            Node::Object { class: self.map, fields: vec![at(13), Value::Int(2)] },
            self.decimal(360),
            Node::Object { class: self.status, fields: vec![at(14), Value::Int(0)] },
            self.end(self.logger, Ending::Frontier),
            string("Ada \"Countess\" Lovelace"),
            Node::Primitives(PrimitiveArray::Int(vec![3, 1, 4, 1, 5])),
            self.end(self.session, Ending::Budget),
            self.end(self.token, Ending::Masked),
            self.array(&[at(15), Value::Null]),
            self.array(&[at(16), at(17)]),
            string("OPEN"),
            self.line(0, 18, 3, 19),
            entry(18, 20),
            entry(1, 21),
            string("apple"),
            self.decimal(120),
            self.integer(7),
            self.integer(5),
        ];
        let mut after = before.clone();
        after[0] = order(3, 22);
        after[3] = self.list(12, 2);
        after[12] = self.array(&[at(15), at(23)]);
        after[17] = entry(1, 25);
        after.extend([self.decimal(860), self.line(0, 1, 2, 24), self.decimal(250), self.integer(3)]);
        Scene {
            before,
            after,
            roots: vec![at(0), at(1), Value::Int(2)],
            outcome: Outcome::Returned(Some(at(23))),
            marks: Marks::HAS_RECEIVER.and(Marks::MASKED).and(Marks::TRUNCATED),
            parent: None,
            masked: vec![(2, 1)],
        }
    }
}

/// Three invocations on two threads, the last one of which throws.
pub fn record(directory: &Path) {
    let mut recorder = Recorder::new(directory, facts(), WriterSettings::default());
    let shop = Shop::define(&mut recorder);
    let add = recorder.method(
        shop.order,
        "add",
        "(Ljava/lang/String;I)Lcom/acme/Order$Line;",
        &["article", "quantity"],
    );
    let check = recorder.method(shop.order, "check", "(I[[Ljava/lang/String;)V", &[]);
    let (main, worker) = (recorder.thread("main"), recorder.thread("worker"));
    recorder.invoke(add, main, &shop.adding());
    let inside = Scene {
        parent: Some(0),
        ..Scene::quiet(vec![], vec![Value::Int(1), Value::Null], Outcome::Returned(None))
    };
    recorder.invoke(check, main, &inside);
    let thrown = Node::Object { class: shop.exception, fields: vec![at(1), at(0), Value::Null, Value::Null] };
    let mut failing = Scene::quiet(vec![], vec![Value::Int(-1), Value::Null], Outcome::Threw(at(0)));
    failing.after = vec![thrown, string("no stock")];
    failing.marks = Marks::TORN_AFTER;
    recorder.invoke(check, worker, &failing);
    let figures = |method, calls| MethodStatistics {
        method,
        calls,
        sampled: 10,
        kept: 2,
        duplicates: 6,
        overload: 1,
        failed: 1,
    };
    recorder.statistics(&[figures(add, 12_345), figures(check, 40)]);
    recorder.finish(end());
}
