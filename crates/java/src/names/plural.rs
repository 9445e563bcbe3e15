//! Plurals of the last word of a name.

const IRREGULAR: &[(&str, &str)] = &[
    ("child", "children"),
    ("datum", "data"),
    ("foot", "feet"),
    ("half", "halves"),
    ("leaf", "leaves"),
    ("life", "lives"),
    ("man", "men"),
    ("matrix", "matrices"),
    ("person", "people"),
    ("shelf", "shelves"),
    ("vertex", "vertices"),
];

/// Words that are many already, or have no plural that a person would use.
const UNCHANGING: &[&str] =
    &["data", "series", "species", "news", "metadata", "software", "information", "people"];

/// The name of a variable for several of what this name is one of: `point` gives `points`, `priceEntry` gives
/// `priceEntries`. What is a plural already becomes a list: `settings` gives `settingsList`.
pub fn plural(name: &str) -> String {
    let start = name
        .char_indices()
        .filter(|(_, char)| char.is_uppercase())
        .map(|(at, _)| at)
        .next_back()
        .unwrap_or(0);
    let (stem, last) = name.split_at(start);
    let small = last.to_lowercase();
    if UNCHANGING.contains(&&*small) {
        return format!("{name}List");
    }
    if let Some((_, plural)) = IRREGULAR.iter().find(|(one, _)| *one == small) {
        let plural = if start > 0 { super::words::capitalized(plural) } else { (*plural).to_owned() };
        return format!("{stem}{plural}");
    }
    let ends = |suffixes: &[&str]| suffixes.iter().any(|suffix| small.ends_with(suffix));
    if ends(&["ss", "us", "is", "x", "z", "ch", "sh"]) {
        format!("{name}es")
    } else if ends(&["s"]) {
        format!("{name}List")
    } else if ends(&["y"]) && !ends(&["ay", "ey", "iy", "oy", "uy"]) && small.len() > 1 {
        format!("{}ies", &name[..name.len() - 1])
    } else if small.ends_with(|last: char| last.is_ascii_digit()) {
        format!("{name}List")
    } else {
        format!("{name}s")
    }
}
