//! The comparisons of the language as those that atoms have.

use crate::numeration::Compare;
use crate::syntax::ast::Comparison;

/// `a op b` as `a' < b' + offset`, or as `a' = b'` or `a' != b'`, where a' and b' are the sides in one order or the other.
pub fn as_atom<T>(op: Comparison, left: T, right: T) -> (T, T, Compare, i32) {
    match op {
        Comparison::Equal => (left, right, Compare::Equal, 0),
        Comparison::NotEqual => (left, right, Compare::NotEqual, 0),
        Comparison::Less => (left, right, Compare::Less, 0),
        Comparison::LessEqual => (left, right, Compare::Less, 1),
        Comparison::Greater => (right, left, Compare::Less, 0),
        Comparison::GreaterEqual => (right, left, Compare::Less, 1),
    }
}
