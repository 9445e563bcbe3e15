//! `java.util.Locale`.

use super::expression::{chained, factory, new, text};
use super::{Shape, Target};
use crate::plan::{Making, Member};

const CLASS: &str = "java/util/Locale";

/// From language, script, region, variant and extensions, each of them empty if there is none.
pub(super) fn locale(target: &Target<'_, '_>, parts: &[&str; 5]) -> Option<Shape> {
    let [language, script, region, variant, extensions] = *parts;
    let is_tag = variant.is_empty() && is_language(language) && is_script(script) && is_region(region);
    // Two old names for calendars and digits come with extensions that the constructor adds.
    let is_old = matches!(
        [language, script, region, variant, extensions],
        ["ja", "", "JP", "JP", "u-ca-japanese"] | ["th", "", "TH", "TH", "u-nu-thai"]
    );
    let making = if is_tag {
        let tag: Vec<&str> = [language, script, region, extensions]
            .into_iter()
            .enumerate()
            .map(|(at, part)| if at == 0 && part.is_empty() { "und" } else { part })
            .filter(|part| !part.is_empty())
            .collect();
        let descriptor = "(Ljava/lang/String;)Ljava/util/Locale;";
        factory(CLASS, "forLanguageTag", descriptor, vec![text(&tag.join("-"))])
    } else if is_old || script.is_empty() && extensions.is_empty() {
        constructed(target, language, region, variant)
    } else if extensions.is_empty() && is_language(language) && is_script(script) && is_region(region) {
        built(parts)?
    } else {
        return None;
    };
    Some(Shape::of(making))
}

/// `Locale.of("es", "ES", "Traditional")`, which looks at nothing that it is given.
fn constructed(target: &Target<'_, '_>, language: &str, region: &str, variant: &str) -> Making {
    let mut arguments = vec![text(language), text(region), text(variant)];
    arguments.truncate(match (region, variant) {
        (_, "") if region.is_empty() => 1,
        (_, "") => 2,
        _ => 3,
    });
    let parameters = "Ljava/lang/String;".repeat(arguments.len());
    match target.release {
        19.. => factory(CLASS, "of", &format!("({parameters})Ljava/util/Locale;"), arguments),
        _ => new(CLASS, &format!("({parameters})V"), arguments),
    }
}

/// `new Locale.Builder().setLanguage("sr").setScript("Latn").setVariant("ekavsk").build()`.
fn built(parts: &[&str; 5]) -> Option<Making> {
    const BUILDER: &str = "java/util/Locale$Builder";
    let [language, script, region, variant, _] = *parts;
    // The subtags of RFC 5646, 2.2.5; the builder refuses others.
    let is_subtag = |tag: &str| match tag.len() {
        5..=8 => tag.bytes().all(|byte| byte.is_ascii_alphanumeric()),
        4 => tag.bytes().all(|byte| byte.is_ascii_alphanumeric()) && tag.as_bytes()[0].is_ascii_digit(),
        _ => false,
    };
    if !variant.split('_').all(is_subtag) {
        return None;
    }
    let sets =
        [("setLanguage", language), ("setScript", script), ("setRegion", region), ("setVariant", variant)];
    let set = |builder: Making, (name, part): &(&str, &str)| {
        let member = Member::new(BUILDER, name, "(Ljava/lang/String;)Ljava/util/Locale$Builder;");
        chained(builder, member, vec![text(part)])
    };
    let builder = sets.iter().filter(|(_, part)| !part.is_empty()).fold(new(BUILDER, "()V", vec![]), set);
    Some(chained(builder, Member::new(BUILDER, "build", "()Ljava/util/Locale;"), vec![]))
}

/// A language as a tag has it. Three old codes would come back as others.
fn is_language(language: &str) -> bool {
    language.is_empty()
        || (2..=3).contains(&language.len())
            && language.bytes().all(|byte| byte.is_ascii_lowercase())
            && !matches!(language, "iw" | "in" | "ji" | "und")
}

fn is_script(script: &str) -> bool {
    script.is_empty() || script.len() == 4 && script.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn is_region(region: &str) -> bool {
    match region.len() {
        0 => true,
        2 => region.bytes().all(|byte| byte.is_ascii_uppercase()),
        3 => region.bytes().all(|byte| byte.is_ascii_digit()),
        _ => false,
    }
}
