//! Arguments of tools: one table says what a tool takes, from which its schema is made and by which a call is read.

use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::syntax::nearest;

/// What an argument is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Text,
    /// A natural number up to some.
    Natural(u64),
    /// A number of seconds.
    Seconds,
    Flag,
    /// A list of integers, as numbers or, where they are long, as texts.
    Integers,
    /// Texts by path.
    Files,
    OneOf(&'static [&'static str]),
}

/// An argument of a tool.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameter {
    pub name: &'static str,
    pub kind: Kind,
    pub about: &'static str,
    pub is_required: bool,
}

/// The definitions behind a statement, the files that they include, and the time for a call.
pub(super) const SCRIPT: Parameter = Parameter {
    name: "script",
    kind: Kind::Text,
    about: "Definitions whose names may be used: commands of a .prf script, as `def even \"Ey x=2*y\":`",
    is_required: false,
};
pub(super) const FILES: Parameter = Parameter {
    name: "files",
    kind: Kind::Files,
    about: "Other scripts by relative path, for `include \"PATH\":`",
    is_required: false,
};
pub(super) const SECONDS: Parameter = Parameter {
    name: "seconds",
    kind: Kind::Seconds,
    about: "Time for the whole call, at most what the server allows; what does not end in it is UNKNOWN",
    is_required: false,
};

impl Kind {
    fn schema(self) -> Value {
        match self {
            Kind::Text => json!({ "type": "string" }),
            Kind::Natural(most) => json!({ "type": "integer", "minimum": 0, "maximum": most }),
            Kind::Seconds => json!({ "type": "number", "exclusiveMinimum": 0 }),
            Kind::Flag => json!({ "type": "boolean" }),
            Kind::Integers => json!({ "type": "array", "items": { "type": ["integer", "string"] } }),
            Kind::Files => json!({ "type": "object", "additionalProperties": { "type": "string" } }),
            Kind::OneOf(names) => json!({ "type": "string", "enum": names }),
        }
    }

    /// Whether a value is of the kind, or what is expected.
    fn admits(self, value: &Value) -> Result<(), String> {
        let is_integer = |value: &Value| match value {
            Value::String(text) => text.parse::<num_bigint::BigInt>().is_ok(),
            other => other.is_i64() || other.is_u64(),
        };
        let (is_it, expected) = match self {
            Kind::Text => (value.is_string(), "a text".to_owned()),
            Kind::Natural(most) => {
                (value.as_u64().is_some_and(|n| n <= most), format!("a natural number up to {most}"))
            }
            Kind::Seconds => (value.as_f64().is_some_and(|n| n > 0.0), "a number of seconds".to_owned()),
            Kind::Flag => (value.is_boolean(), "true or false".to_owned()),
            Kind::Integers => {
                let is_it = value.as_array().is_some_and(|all| all.iter().all(is_integer));
                (is_it, "a list of integers".to_owned())
            }
            Kind::Files => {
                let is_it = value.as_object().is_some_and(|files| files.values().all(Value::is_string));
                (is_it, "texts by path".to_owned())
            }
            Kind::OneOf(names) => {
                let is_it = value.as_str().is_some_and(|value| names.contains(&value));
                (is_it, format!("one of {}", names.join(", ")))
            }
        };
        if is_it { Ok(()) } else { Err(expected) }
    }
}

/// The schema of what a tool takes.
pub(super) fn schema(parameters: &[Parameter]) -> Value {
    let property = |parameter: &Parameter| {
        let mut schema = parameter.kind.schema();
        schema["description"] = parameter.about.into();
        (parameter.name.to_owned(), schema)
    };
    let properties: Map<String, Value> = parameters.iter().map(property).collect();
    let required: Vec<&str> = parameters.iter().filter(|one| one.is_required).map(|one| one.name).collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// Arguments that are as the table says.
#[derive(Debug)]
pub(super) struct Arguments(Map<String, Value>);

impl Arguments {
    /// # Errors
    /// Which argument is missing, unknown or of another kind.
    pub(super) fn read(parameters: &[Parameter], given: Value) -> Result<Arguments, String> {
        let Value::Object(mut given) = given else { return Err("`arguments` is an object".into()) };
        given.retain(|_, value| !value.is_null());
        for (name, value) in &given {
            let Some(parameter) = parameters.iter().find(|parameter| parameter.name == name) else {
                let near = nearest(name, parameters.iter().map(|parameter| parameter.name));
                let help = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                return Err(format!("unknown argument `{name}`{help}"));
            };
            parameter.kind.admits(value).map_err(|expected| format!("`{name}`: expected {expected}"))?;
        }
        match parameters.iter().find(|parameter| parameter.is_required && !given.contains_key(parameter.name)) {
            Some(missing) => Err(format!("the argument `{}` is missing", missing.name)),
            None => Ok(Arguments(given)),
        }
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str()
    }

    pub(super) fn natural(&self, name: &str) -> Option<usize> {
        usize::try_from(self.0.get(name)?.as_u64()?).ok()
    }

    pub(super) fn flag(&self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    /// Integers as they are written.
    pub(super) fn integers(&self, name: &str) -> Vec<String> {
        let written = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        self.0.get(name).and_then(Value::as_array).map(|all| all.iter().map(written).collect()).unwrap_or_default()
    }

    pub(super) fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        let files = self.0.get(FILES.name).and_then(Value::as_object).into_iter().flatten();
        files.filter_map(|(path, text)| Some((path.as_str(), text.as_str()?)))
    }

    /// The time for the call, at most `most`.
    pub(super) fn time(&self, most: Duration) -> Duration {
        let asked = self.0.get(SECONDS.name).and_then(Value::as_f64);
        asked.and_then(|asked| Duration::try_from_secs_f64(asked).ok()).unwrap_or(most).min(most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: [Parameter; 4] = [
        Parameter { name: "statement", kind: Kind::Text, about: "", is_required: true },
        Parameter { name: "count", kind: Kind::Natural(10), about: "", is_required: false },
        SECONDS,
        FILES,
    ];

    #[test]
    fn what_is_wrong_is_named() {
        let wrong = |given| Arguments::read(&TABLE, given).expect_err("wrong");
        assert_eq!(wrong(json!([])), "`arguments` is an object");
        assert_eq!(wrong(json!({})), "the argument `statement` is missing");
        assert_eq!(wrong(json!({ "statment": "x" })), "unknown argument `statment`; did you mean `statement`?");
        assert_eq!(wrong(json!({ "statement": 3 })), "`statement`: expected a text");
        let count = |n: Value| json!({ "statement": "x", "count": n });
        for n in [json!(11), json!(-1), json!(1.5), json!("3"), json!(1e300)] {
            assert_eq!(wrong(count(n)), "`count`: expected a natural number up to 10");
        }
        assert_eq!(wrong(json!({ "statement": "x", "files": { "a": 1 } })), "`files`: expected texts by path");
        assert_eq!(wrong(json!({ "statement": "x", "seconds": 0 })), "`seconds`: expected a number of seconds");
    }

    #[test]
    fn times_are_at_most_what_is_allowed() {
        let time = |seconds: Value| {
            let given = json!({ "statement": "x", "seconds": seconds });
            Arguments::read(&TABLE, given).expect("right").time(Duration::from_secs(60))
        };
        assert_eq!(time(json!(0.5)), Duration::from_millis(500));
        for more in [json!(null), json!(60), json!(1e9), json!(1e300)] {
            assert_eq!(time(more), Duration::from_secs(60));
        }
    }

    #[test]
    fn the_schema_is_that_of_the_table() {
        let schema = schema(&TABLE);
        assert_eq!(schema["required"], json!(["statement"]));
        assert_eq!(schema["properties"]["count"]["maximum"], 10);
        assert_eq!(schema["properties"].as_object().map(Map::len), Some(TABLE.len()));
    }
}
