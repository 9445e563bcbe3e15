//! A script for H2: the same thousands of statements each time.

use std::fmt::Write;

/// A script of about this many statements, whose results are the same however often it is run.
pub fn script(statements: u32) -> String {
    let mut script = String::from(
        "create table customer(id int primary key, name varchar(60) not null, city varchar(30), since date);
create table product(id int primary key, name varchar(60) unique, price decimal(10, 2), tags varchar(20) array);
create table purchase(id identity primary key, customer int references customer(id),
  product int references product(id), bought timestamp, number int check (number > 0), note clob);
create index purchase_customer on purchase(customer, bought desc);
create view turnover as select customer, sum(number * price) as total from purchase
  join product on product.id = purchase.product group by customer;
create sequence ticket start with 100 increment by 5;
",
    );
    let mut random = Random(42);
    let (mut customers, mut products) = (0, 0);
    for statement in 0..statements {
        let _ = match random.below(10) {
            0 => insert_customer(&mut script, &mut random, &mut customers),
            1 => insert_product(&mut script, &mut random, &mut products),
            2..=5 if customers > 0 && products > 0 => writeln!(
                script,
                "insert into purchase(customer, product, bought, number, note) values({}, {}, \
                 timestamp '2024-03-{:02} {:02}:15:00', {}, 'note {statement} it''s');",
                random.below(customers),
                random.below(products),
                1 + random.below(28),
                random.below(24),
                1 + random.below(9)
            ),
            6 if products > 0 => {
                writeln!(
                    script,
                    "update product set price = price * 1.05 where id = {};",
                    random.below(products)
                )
            }
            7 if customers > 0 => query(&mut script, &mut random),
            8 if customers > 0 => writeln!(
                script,
                "merge into customer key(id) values({}, 'Merged {statement}', null, date '2020-02-29');",
                random.below(customers)
            ),
            _ => writeln!(script, "select next value for ticket, {statement} % 7, upper('ticket');"),
        };
    }
    script + "delete from purchase where number = 9;\nselect count(*), sum(total) from turnover;\n"
}

fn insert_customer(script: &mut String, random: &mut Random, customers: &mut u32) -> std::fmt::Result {
    const CITIES: [&str; 5] = ["Hamburg", "Łódź", "São Paulo", "Zürich", "Oslo"];
    let id = *customers;
    *customers += 1;
    let (city, day) = (CITIES[random.below(5) as usize], 1 + random.below(28));
    writeln!(script, "insert into customer values({id}, 'Customer {id}', '{city}', date '2019-05-{day:02}');")
}

fn insert_product(script: &mut String, random: &mut Random, products: &mut u32) -> std::fmt::Result {
    let id = *products;
    *products += 1;
    let cents = 100 + random.below(100_000);
    writeln!(
        script,
        "insert into product values({id}, 'Product {id}', {}.{:02}, array['a{}', 'b']);",
        cents / 100,
        cents % 100,
        id % 3
    )
}

fn query(script: &mut String, random: &mut Random) -> std::fmt::Result {
    const QUERIES: [&str; 6] = [
        "select city, count(*), max(since) from customer group by city order by city;",
        "select customer, total from turnover order by total desc, customer limit 5;",
        "select name, price, row_number() over (order by price, id) from product order by 3 limit 5;",
        "with recursive n(i) as (select 1 union all select i + 1 from n where i < 9) select sum(i * i) from n;",
        "select p.name, q.n from product p join (select product, sum(number) n from purchase group by product) q \
         on q.product = p.id where p.tags[1] = 'a1' order by q.n desc, p.name limit 5;",
        "select extract(hour from bought) h, listagg(number, '') within group (order by id) from purchase \
         where note like '%it''s%' and id < 40 group by extract(hour from bought) order by h;",
    ];
    writeln!(script, "{}", QUERIES[random.below(6) as usize])
}

/// Knuth's linear congruential generator: enough to vary a script.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(bound)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_the_same_each_time() {
        let text = script(500);
        assert_eq!(text, script(500));
        assert_eq!(text.matches(";\n").count(), 508);
    }
}
