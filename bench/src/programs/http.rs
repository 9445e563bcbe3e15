//! As much HTTP as a benchmark on the loopback interface needs.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(120);

/// The answer of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Response {
    pub status: u16,
    /// The target of a redirection.
    pub location: Option<String>,
    pub body: Vec<u8>,
}

/// A port that is free at this moment.
pub fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

/// Sends a request; one with a form is a POST. Version 1.0, in which the answer ends with the connection.
pub fn request(port: u16, path: &str, form: Option<&str>) -> io::Result<Response> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let head = match form {
        None => format!("GET {path} HTTP/1.0\r\n"),
        Some(form) => format!(
            "POST {path} HTTP/1.0\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n",
            form.len()
        ),
    };
    let body = form.unwrap_or("");
    write!(stream, "{head}Host: localhost\r\nAccept: text/html, application/json\r\n\r\n{body}")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    parse(&answer)
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, format!("{path}: no HTTP answer")))
}

fn parse(answer: &[u8]) -> Option<Response> {
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&answer[..end]).ok()?;
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let location = lines.find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("location").then(|| value.to_owned())
    });
    Some(Response { status, location, body: answer[end + 4..].to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_taken_apart() {
        let response = parse(b"HTTP/1.1 302 \r\nDate: now\r\nLocation: /a\r\n\r\nbody\r\n\r\n").unwrap();
        let expected = Response { status: 302, location: Some("/a".into()), body: b"body\r\n\r\n".to_vec() };
        assert_eq!(response, expected);
        assert_eq!(parse(b"HTTP/1.1 200 OK\r\n"), None);
    }
}
