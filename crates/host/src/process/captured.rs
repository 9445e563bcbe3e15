//! The output of a process, within a bound.

use std::collections::VecDeque;

/// The beginning and the end of what a process printed. A program that prints without end costs
/// no more memory than the bound, and the middle that was left out is counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captured {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    bound: usize,
    total: u64,
}

impl Captured {
    /// Nothing yet; keeps at most `bound` bytes.
    pub fn within(bound: usize) -> Self {
        Captured { bound, ..Captured::default() }
    }

    /// Takes in what was printed next.
    pub fn push(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        let head_room = (self.bound - self.bound / 2) - self.head.len();
        let (head, rest) = bytes.split_at(head_room.min(bytes.len()));
        self.head.extend_from_slice(head);
        // Of a piece longer than the tail only its end can survive.
        let tail_bound = self.bound / 2;
        let rest = &rest[rest.len().saturating_sub(tail_bound)..];
        let surplus = (self.tail.len() + rest.len()).saturating_sub(tail_bound);
        self.tail.drain(..surplus);
        self.tail.extend(rest);
    }

    /// How many bytes were printed but not kept.
    pub fn left_out(&self) -> u64 {
        self.total - (self.head.len() + self.tail.len()) as u64
    }

    /// The bytes that were kept. They are all there were if [`Captured::left_out`] is 0.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.head.clone();
        bytes.extend(&self.tail);
        bytes
    }

    /// As text. A gap says how much is missing; what is not UTF-8 is replaced.
    pub fn text(&self) -> String {
        match self.left_out() {
            0 => String::from_utf8_lossy(&self.bytes()).into_owned(),
            left_out => {
                let tail: Vec<u8> = self.tail.iter().copied().collect();
                format!(
                    "{}\n[{left_out} bytes left out]\n{}",
                    String::from_utf8_lossy(&self.head),
                    String::from_utf8_lossy(&tail)
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn captured(bound: usize, pieces: &[&str]) -> Captured {
        let mut captured = Captured::within(bound);
        pieces.iter().for_each(|piece| captured.push(piece.as_bytes()));
        captured
    }

    #[test]
    fn all_is_kept_within_the_bound() {
        let all = captured(10, &["01", "", "234", "56789"]);
        assert_eq!(all.text(), "0123456789");
        assert_eq!(all.left_out(), 0);
    }

    #[test]
    fn the_middle_is_left_out_however_it_is_cut() {
        let text = "0123456789abcdefghij";
        let whole = captured(8, &[text]);
        assert_eq!(whole.text(), "0123\n[12 bytes left out]\nghij");
        for cut in 0..=text.len() {
            let (start, end) = text.split_at(cut);
            assert_eq!(captured(8, &[start, end]), whole, "cut at {cut}");
        }
        assert_eq!(captured(8, &text.split_inclusive(|_| true).collect::<Vec<_>>()), whole);
    }

    #[test]
    fn a_bound_of_zero_keeps_nothing() {
        let none = captured(0, &["abc"]);
        assert_eq!((none.bytes(), none.left_out()), (vec![], 3));
    }
}
