//! The names of numeration systems: short ones made full.

use std::sync::Arc;

/// The system in force where no `?` says otherwise.
pub const DEFAULT_SYSTEM: &str = "msd_2";

/// The full name of the system that `name` stands for, as after `?`; `None` if it names none.
///
/// ```
/// use filbert::syntax::full_system_name;
///
/// let full = |name| full_system_name(name).map(|name| name.to_string());
/// assert_eq!(full("fib").as_deref(), Some("msd_fib"));
/// assert_eq!(full("7").as_deref(), Some("msd_7"));
/// assert_eq!(full("lsd").as_deref(), Some("lsd_2"));
/// assert_eq!(full("lsd3").as_deref(), Some("lsd_3"));
/// assert_eq!(full("lsd_neg_fib").as_deref(), Some("lsd_neg_fib"));
/// assert_eq!(full("msd_"), None);
/// ```
pub fn full_system_name(name: &str) -> Option<Arc<str>> {
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    if !name.bytes().all(word) || name.trim_matches('_').is_empty() {
        return None;
    }
    match name.split_once('_') {
        None if name == "msd" || name == "lsd" => Some(format!("{name}_2").into()),
        Some(("msd" | "lsd", "")) => None,
        Some(("msd" | "lsd", _)) => Some(name.into()),
        None if name.starts_with("msd") || name.starts_with("lsd") => {
            Some(format!("{}_{}", &name[..3], &name[3..]).into())
        }
        _ => Some(format!("msd_{name}").into()),
    }
}

/// The family and the parameter that `?S(f)` names, as the terms after it have them for their system.
///
/// ```
/// use filbert::syntax::family_and_parameter;
///
/// assert_eq!(family_and_parameter("S(f)"), Some(("S", "f")));
/// assert_eq!(family_and_parameter("msd_fib"), None);
/// ```
pub fn family_and_parameter(system: &str) -> Option<(&str, &str)> {
    system.strip_suffix(')')?.split_once('(')
}

/// Why a name to be put after `msd_` and `lsd_` would be read as that of another system, and what to do.
pub fn misread_system(name: &str) -> Option<(String, String)> {
    match (name.split_once('_'), full_system_name(name)) {
        (Some(("msd" | "lsd", rest)), _) => Some((
            format!("`{name}` includes a direction"),
            match rest {
                "" => "a name must follow".to_owned(),
                _ => format!("write `{rest}`: this defines `msd_{rest}` and `lsd_{rest}`"),
            },
        )),
        (_, Some(read)) if *read != *format!("msd_{name}") => {
            Some((format!("`?{name}` is read as `?{read}`"), "choose another name".to_owned()))
        }
        _ => None,
    }
}
