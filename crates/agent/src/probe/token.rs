//! Tokens: what the subject's frame keeps of a call from its entry to its exit.
//!
//! A token names the service that gave it, a slot of that service's table of open calls, and a generation, so that
//! a frame which is still there after its call was given up finds nothing. As a Java `int`, from the lowest bit:
//! 3 bits of service, 12 of slot, 17 of generation. 0 is not a token: services count from 1.

/// The number of calls that a service can have open at once.
pub const SLOTS: u32 = 1 << SLOT_BITS;
const SERVICE_BITS: u32 = 3;
const SLOT_BITS: u32 = 12;
/// The number of generations, after which they repeat.
pub const GENERATIONS: u32 = 1 << (32 - SERVICE_BITS - SLOT_BITS);

/// A service that gives tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ServiceId {
    Record = 1,
    History = 2,
}

/// A token; never 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    pub service: ServiceId,
    /// Below [`SLOTS`].
    pub slot: u32,
    /// Below [`GENERATIONS`].
    pub generation: u32,
}

impl Token {
    /// Reads a token as a probe hands it over.
    #[inline]
    pub fn from_raw(raw: i32) -> Option<Token> {
        let raw = raw.cast_unsigned();
        let service = match raw % (1 << SERVICE_BITS) {
            1 => ServiceId::Record,
            2 => ServiceId::History,
            _ => return None,
        };
        let slot = raw >> SERVICE_BITS & (SLOTS - 1);
        Some(Token { service, slot, generation: raw >> (SERVICE_BITS + SLOT_BITS) })
    }

    /// Returns the token as the frame keeps it.
    #[inline]
    pub fn raw(self) -> i32 {
        let Token { service, slot, generation } = self;
        (generation << (SERVICE_BITS + SLOT_BITS) | slot << SERVICE_BITS | service as u32).cast_signed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_come_back_as_they_were_given() {
        for service in [ServiceId::Record, ServiceId::History] {
            for slot in [0, 1, SLOTS - 1] {
                for generation in [0, 1, GENERATIONS - 1] {
                    let token = Token { service, slot, generation };
                    assert_ne!(token.raw(), 0);
                    assert_eq!(Token::from_raw(token.raw()), Some(token));
                }
            }
        }
        assert_eq!(Token::from_raw(0), None, "not recorded");
        assert_eq!(Token::from_raw(7), None, "no such service");
    }
}
