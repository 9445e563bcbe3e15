//! The bytes of HotSpot's attach protocol, version 1, which every HotSpot from JDK 6 on speaks.

use std::io::{self, ErrorKind, Read, Write};
use std::time::Duration;

use super::Waiting;

/// The longest argument that a JVM takes in version 1 of the protocol (`arg_length_max` in its sources).
/// It closes the connection without a word if one is longer.
pub const ARGUMENT_LIMIT: usize = 1024;

/// More than any operation of ours answers.
const ANSWER_LIMIT: u64 = 16 << 20;

/// The answer of a JVM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// 0 if the operation was carried out.
    pub status: i32,
    /// The text after the status.
    pub text: String,
}

/// Why an agent library was not loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// JEP 451.
    #[error(
        "the JVM was started with -XX:-EnableDynamicAgentLoading and loads no agents; \
         start it with -XX:+EnableDynamicAgentLoading, or with the agent: reenact record --print"
    )]
    Disabled,
    #[error("the JVM cannot load the agent: {0}")]
    NotLoaded(String),
    #[error("the JVM refused to load the agent ({status}): {text}")]
    Refused { status: i32, text: String },
}

impl Reply {
    /// A first line with the status, then anything.
    pub fn parse(answer: &[u8]) -> Option<Reply> {
        let answer = String::from_utf8_lossy(answer);
        let (status, text) = answer.split_once('\n').unwrap_or((&*answer, ""));
        Some(Reply { status: status.trim().parse().ok()?, text: text.to_owned() })
    }
}

/// Returns the result of `Agent_OnAttach`, if it was called.
pub(super) fn load_result(reply: &Reply) -> Result<i32, LoadError> {
    let text = reply.text.trim();
    let code = text.lines().find_map(|line| line.trim().strip_prefix("return code:"));
    // JDK 8 and older write the bare number.
    let code = code.unwrap_or(text).trim().parse::<i32>();
    match code {
        Ok(code) => Ok(code),
        Err(_) if text.contains("Dynamic agent loading is not enabled") => Err(LoadError::Disabled),
        Err(_) if reply.status == 0 || text.contains("was not loaded") => {
            Err(LoadError::NotLoaded(text.lines().collect::<Vec<_>>().join(" ")))
        }
        Err(_) => Err(LoadError::Refused { status: reply.status, text: text.to_owned() }),
    }
}

/// From the answer to `VM.version`, whose last line is such as `JDK 17.0.15` or `JDK 8.0_402`.
pub(super) fn feature_version(text: &str) -> Option<u32> {
    let version = text.lines().find_map(|line| line.trim().strip_prefix("JDK "))?;
    version.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Sends a request and reads the answer to its end; reports if that takes long.
pub(super) fn exchange(
    mut stream: std::os::unix::net::UnixStream,
    operation: &str,
    arguments: [&str; 3],
    reported_after: Duration,
    waiting: Waiting<'_>,
) -> io::Result<Vec<u8>> {
    stream.write_all(&request(operation, arguments))?;
    stream.set_read_timeout(Some(reported_after))?;
    let mut answer = Vec::new();
    let mut piece = [0; 4096];
    loop {
        match stream.read(&mut piece) {
            Ok(0) => return Ok(answer),
            Ok(length) => answer.extend_from_slice(&piece[..length]),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                // Once: from now on it takes as long as it takes, and Ctrl-C ends it.
                stream.set_read_timeout(None)?;
                waiting("waiting for the JVM to answer");
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        if answer.len() as u64 > ANSWER_LIMIT {
            return Err(io::Error::other("it answers without end"));
        }
    }
}

/// The version, the operation and always three arguments, each ended by a zero.
fn request(operation: &str, arguments: [&str; 3]) -> Vec<u8> {
    let [first, second, third] = arguments;
    let parts = ["1", operation, first, second, third];
    parts.iter().flat_map(|part| part.bytes().chain([0])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loaded(answer: &str) -> Result<i32, LoadError> {
        load_result(&Reply::parse(answer.as_bytes()).unwrap())
    }

    #[test]
    fn requests_have_three_arguments_whatever_is_asked() {
        assert_eq!(request("load", ["/a b.so", "true", "x=1"]), b"1\0load\0/a b.so\0true\0x=1\0");
        assert_eq!(request("jcmd", ["VM.version", "", ""]), b"1\0jcmd\0VM.version\0\0\0");
    }

    #[test]
    fn the_code_of_the_agent_is_found_in_answers_of_all_versions() {
        assert_eq!(loaded("0\nreturn code: 0\n"), Ok(0));
        assert_eq!(loaded("0\nreturn code: 3\n"), Ok(3));
        assert_eq!(loaded("0\nreturn code: -1\n"), Ok(-1));
        assert_eq!(loaded("0\n0\n"), Ok(0));
        assert_eq!(loaded("0\n5\n"), Ok(5));
    }

    #[test]
    fn what_was_not_loaded_says_why() {
        let disabled = "0\nDynamic agent loading is not enabled. Use -XX:+EnableDynamicAgentLoading to launch \
                        target VM.\n";
        assert_eq!(loaded(disabled), Err(LoadError::Disabled));
        let missing = "0\n/a.so was not loaded.\n/a.so: cannot open shared object file\n";
        let reason = "/a.so was not loaded. /a.so: cannot open shared object file";
        assert_eq!(loaded(missing), Err(LoadError::NotLoaded(reason.to_owned())));
        let refused = LoadError::Refused { status: 101, text: "Protocol mismatch".to_owned() };
        assert_eq!(loaded("101\nProtocol mismatch"), Err(refused));
        assert!(loaded("0\n").is_err(), "an agent that was called has a code");
    }

    #[test]
    fn what_is_no_answer_is_none() {
        assert_eq!(Reply::parse(b""), None);
        assert_eq!(Reply::parse(b"hello\n0\n"), None);
        assert_eq!(Reply::parse(b"-1"), Some(Reply { status: -1, text: String::new() }));
    }

    #[test]
    fn versions_of_old_and_new_jdks() {
        let old = "OpenJDK 64-Bit Server VM version 25.402-b06\nJDK 8.0_402\n";
        assert_eq!(feature_version(old), Some(8));
        let new = "OpenJDK 64-Bit Server VM version 25.0.3+9-LTS\nJDK 25.0.3\n";
        assert_eq!(feature_version(new), Some(25));
        assert_eq!(feature_version("none"), None);
    }
}
