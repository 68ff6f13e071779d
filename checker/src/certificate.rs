//! The certificate of a script: claims, in the order of its commands.

use std::iter::Peekable;
use std::str::Lines;

use crate::Read;
use crate::core::Claims;
use crate::linear::Given;
use crate::machine::Machine;
use crate::system::Systems;

const FIRST_LINE: &str = "filbert certificate 2";

/// The claims of a certificate, which stand in the order of the commands.
pub struct Certificate<'t>(Peekable<Lines<'t>>);

impl<'t> Certificate<'t> {
    pub fn new(text: &'t str) -> Read<Certificate<'t>> {
        // Behind the claims are answers, which are for another checker.
        let mut lines = text.split("\nanswers\n").next().unwrap_or(text).lines().peekable();
        match lines.next() {
            Some(FIRST_LINE) => Ok(Certificate(lines)),
            _ => Err(format!("this checker reads certificates that begin with `{FIRST_LINE}`")),
        }
    }

    /// The claims on a command, and the series.
    pub fn claims(&mut self, number: usize, systems: &mut Systems) -> Read<(Claims, Option<Given>)> {
        let (lines, mut claims, begin) = (&mut self.0, Claims::new(), format!("claim {number} "));
        while let Some(about) = lines.peek().and_then(|line| line.strip_prefix(&begin)) {
            lines.next();
            let is_of_values = about.starts_with("differences ");
            let machine = if is_of_values { Machine::values(lines, systems) } else { Machine::read(lines, systems) };
            let machine = machine.map_err(|why| format!("claim {about}: {why}"))?;
            if claims.insert(about.to_owned(), machine).is_some() {
                return Err(format!("two claims {about}"));
            }
        }
        let is_series = lines.next_if_eq(&&*format!("series {number}")).is_some();
        let read = is_series.then(|| Given::read(lines, systems).map_err(|why| format!("series: {why}")));
        Ok((claims, read.transpose()?))
    }

    /// Leaves out those on a command that is not run.
    pub fn skip(&mut self, number: usize) {
        let begins = [format!("claim {number} "), format!("series {number}")];
        let is_own = |line: &&str| line.starts_with(&begins[0]) || **line == *begins[1];
        let is_claim = |line: &&str| line.starts_with("claim ") || line.starts_with("series ");
        while self.0.next_if(is_own).is_some() {
            while self.0.next_if(|line| !is_claim(line)).is_some() {}
        }
    }

    /// Whether there are others.
    pub fn has_more(&mut self) -> bool {
        self.0.peek().is_some()
    }
}
