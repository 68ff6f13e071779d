//! filbert as WebAssembly: a question as JSON, an answer as JSON, and what becomes known on the way told at once.
//!
//! | module | what happens there |
//! |---|---|
//! | `answer` | questions are answered, without a word of WebAssembly |
//! | `host` | the doors to the host, which are the only unsafe code |

mod answer;
mod host;
