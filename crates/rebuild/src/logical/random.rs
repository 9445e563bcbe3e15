//! `java.util.Random`.
//!
//! Its state is the inner seed of a linear congruential generator, which goes backwards as well as forwards. If
//! the second of a pair of Gaussian numbers is still to be handed out, the seed that the pair was made from lies
//! four steps back, or some more if numbers were drawn since.

use super::expression::{call, long, new};
use super::{Filling, Shape};
use crate::plan::Reason;

const CLASS: &str = "java/util/Random";
const MULTIPLIER: i64 = 0x5_DEEC_E66D;
/// Its inverse modulo two to the power of 48.
const INVERSE: i64 = 0xDFE0_5BCB_1365;
const INCREMENT: i64 = 0xB;
const MASK: i64 = (1 << 48) - 1;

/// How many numbers may have been drawn since the pair was made.
const MOST_DRAWN: usize = 16;

pub(super) fn random(inner: i64, gaussian: Option<u64>) -> Result<Shape, Reason> {
    let missing = |field: &str| Reason::NoWay { fields: vec![format!("{CLASS}.{field}").into()] };
    if inner & MASK != inner {
        return Err(missing("seed"));
    }
    let Some(bits) = gaussian else { return Ok(Shape::of(seeded(inner))) };
    let (mut end, second) = (inner, f64::from_bits(bits));
    for drawn in 0..=MOST_DRAWN {
        let start = (0..4).fold(end, |seed, _| before(seed));
        if pair_from(start).is_some_and(|made| is_near(made, second)) {
            let mut then = vec![call(CLASS, "nextGaussian", "()D", vec![])];
            then.extend((0..drawn).map(|_| next_int()));
            return Ok(Shape::of(seeded(start)).with(then));
        }
        end = before(end);
    }
    Err(missing("nextNextGaussian"))
}

fn next_int() -> Filling {
    call(CLASS, "nextInt", "()I", vec![])
}

/// `new Random(42)` has this inner seed. Of all seeds that have, the one nearest to zero.
fn seeded(inner: i64) -> crate::plan::Making {
    let seed = (inner ^ MULTIPLIER) & MASK;
    let negative = seed - (1 << 48);
    new(CLASS, "(J)V", vec![long(if seed <= -negative { seed } else { negative })])
}

fn before(seed: i64) -> i64 {
    seed.wrapping_sub(INCREMENT).wrapping_mul(INVERSE) & MASK
}

fn after(seed: i64) -> i64 {
    (seed.wrapping_mul(MULTIPLIER) + INCREMENT) & MASK
}

/// The second Gaussian number of the pair that is made from a seed at the first attempt, as
/// `Random.nextGaussian` makes it.
fn pair_from(seed: i64) -> Option<f64> {
    let mut seed = seed;
    let mut next = |bits: u32| {
        seed = after(seed);
        seed >> (48 - bits)
    };
    let mut double = || {
        let high = next(26) << 27;
        (high + next(27)) as f64 * (0.5f64).powi(53)
    };
    let (one, two) = (2.0 * double() - 1.0, 2.0 * double() - 1.0);
    let square = one * one + two * two;
    (square < 1.0 && square != 0.0).then(|| two * (-2.0 * square.ln() / square).sqrt())
}

/// The logarithm of another library may differ in its last digits. The JVM makes the number itself.
fn is_near(one: f64, two: f64) -> bool {
    (one - two).abs() <= 1e-12 * two.abs().max(1e-300)
}
