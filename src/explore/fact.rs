//! Facts, as theorems of a script.

/// A statement about the subject, and in words what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The name of the theorem.
    pub name: String,
    /// The statement, which stands between quotes.
    pub statement: String,
    /// What it says.
    pub about: String,
    /// Whether it is claimed to be true; otherwise the theorem is that it is false.
    pub is_true: bool,
}

/// `2, 3 or 4`.
pub(super) fn either(items: &[String]) -> String {
    match items {
        [rest @ .., before, last] if !rest.is_empty() => format!("{}, {before} or {last}", rest.join(", ")),
        _ => items.join(" or "),
    }
}

impl Fact {
    /// A statement that is to be true.
    pub(super) fn new(name: impl Into<String>, statement: impl Into<String>, about: impl Into<String>) -> Fact {
        Fact { name: name.into(), statement: statement.into(), about: about.into(), is_true: true }
    }

    /// The command that states it.
    pub fn command(&self) -> String {
        let keyword = if self.is_true { "theorem" } else { "refute" };
        format!("{keyword} {} \"{}\":", self.name, self.statement)
    }

    /// It as two lines of a script.
    pub fn written(&self) -> String {
        format!("# {}\n{}\n", self.about, self.command())
    }
}
