//! Texts that will be another in the next JVM.

use reenact_base::name::BinaryName;
use reenact_world::World;

/// Whether a text holds what `Object.toString` gives, `shop.Cart@1b6d3586`: the number is the identity hash of
/// an object, and no test should ask for it. A known class before the `@` distinguishes it from a mail address.
pub(crate) fn is_in(world: &World, text: &[u16]) -> bool {
    let at = u16::from(b'@');
    text.iter().enumerate().any(|(index, unit)| {
        *unit == at && ends_in_hash(&text[index + 1..]) && begins_with_class(world, &text[..index])
    })
}

fn ends_in_hash(rest: &[u16]) -> bool {
    let is_hex = |unit: &&u16| matches!(**unit, 0x30..=0x39 | 0x61..=0x66);
    let digits = rest.iter().take_while(is_hex).count();
    let is_word = |unit: u16| char::from_u32(unit.into()).is_some_and(|c| c.is_alphanumeric() || c == '_');
    (1..=8).contains(&digits) && !rest.get(digits).is_some_and(|unit| is_word(*unit))
}

fn begins_with_class(world: &World, before: &[u16]) -> bool {
    let is_part = |unit: &&u16| {
        char::from_u32(u32::from(**unit)).is_some_and(|c| c.is_alphanumeric() || "._$/[;".contains(c))
    };
    let length = before.iter().rev().take_while(is_part).count();
    let name = String::from_utf16_lossy(&before[before.len() - length..]);
    if let Some((_, element)) = name.rsplit_once('[') {
        let is_class = element.starts_with('L') && element.ends_with(';');
        return is_class || matches!(element, "Z" | "B" | "C" | "S" | "I" | "J" | "F" | "D");
    }
    // A hidden class, such as a lambda's, has a suffix after its maker's name.
    let name = name.split("$$Lambda").next().unwrap_or_default();
    !name.is_empty() && world.class_id(BinaryName::new(name).to_internal().as_str()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_and_numbers_are_distinguished_from_mail() {
        let units = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
        assert!(ends_in_hash(&units("1b6d3586")) && ends_in_hash(&units("ff]")));
        assert!(
            !ends_in_hash(&units("acme.org"))
                && !ends_in_hash(&units(""))
                && !ends_in_hash(&units("123456789"))
        );
    }
}
