//! How the program ends: the number that scripts around it look at.

/// The exit code of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Exit(u8);

impl Exit {
    /// All is well.
    pub(super) const SUCCESS: Exit = Exit(0);
    /// A theorem or a check fails.
    pub(super) const FAILED: Exit = Exit(1);
    /// Something could not be decided, read or written.
    pub(super) const UNDECIDED: Exit = Exit(2);
    /// A bug of the program ended it.
    pub(super) const PANICKED: Exit = Exit(101);

    /// The number.
    pub(super) fn code(self) -> u8 {
        self.0
    }
}

impl From<u8> for Exit {
    fn from(code: u8) -> Exit {
        Exit(code)
    }
}
