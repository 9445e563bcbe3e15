//! Commands that repeat a run.

use super::Options;

/// Returns the command that runs an order of the same suite.
pub fn reproduce(options: &Options, order: &[String]) -> String {
    let mut command = "reenact order run".to_owned();
    match &options.class_path {
        Some(class_path) => {
            command += &format!(" --classpath {}", quoted(class_path));
            for place in &options.tests {
                command += &format!(" --tests {}", quoted(&place.display().to_string()));
            }
        }
        None => command += &format!(" {}", quoted(&options.project.display().to_string())),
    }
    if let Some(module) = &options.module {
        command += &format!(" --module {}", quoted(module));
    }
    if let Some(jdk) = &options.jdk {
        command += &format!(" --jdk {}", quoted(&jdk.display().to_string()));
    }
    for option in &options.jvm_options {
        command += &format!(" --jvm-option={}", quoted(option));
    }
    for pattern in &options.include {
        command += &format!(" --include {}", quoted(pattern));
    }
    format!("{command} --order {}", quoted(&order.join(",")))
}

/// Quotes an argument for a shell, if it needs that.
fn quoted(text: &str) -> String {
    match text.chars().all(|char| char.is_alphanumeric() || "._-/:#,=".contains(char)) && !text.is_empty() {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_names_the_same_suite() {
        let mut options = Options::new("shop".into());
        options.module = Some("core".into());
        let order = ["a.A#b".to_owned(), "a.A#c(int, long)".to_owned()];
        assert_eq!(
            reproduce(&options, &order),
            "reenact order run shop --module core --order 'a.A#b,a.A#c(int, long)'"
        );
        options = Options { class_path: Some("lib/*".into()), tests: vec!["t".into()], ..options };
        options.module = None;
        assert_eq!(
            reproduce(&options, &order[..1]),
            "reenact order run --classpath 'lib/*' --tests t --order a.A#b"
        );
    }
}
