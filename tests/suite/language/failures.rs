//! Show 4
