//! Another name for a definition or a variable, wherever it stands, if the script then says the same.
//!
//! What cannot be seen to be safe is refused: a name that macros put together, a variable that a macro may speak of, a
//! free variable whose new name would change the order of a function's arguments, a name that is taken.

use crate::syntax::{
    NameKind, PieceKind, Span, begins_like_quantifier, is_name, is_variable, misread_system, parse_formula,
};

use super::document::Language;
use super::name::Wanted;
use super::references::{Location, meaning, references};
use super::scope::{Found, Scope};
use super::variable::{Variable, variable_at};

/// The name at a place that may be given another: where it stands.
///
/// # Errors
/// Why there is none.
pub fn renamable(scope: &Scope<'_>, at: usize) -> Result<Span, String> {
    let touches = |span: &Span| span.start <= at && at <= span.end;
    if let Some(found) = meaning(scope, at) {
        may_change(&found)?;
        let uses = scope.document.uses().iter().map(|one| one.place);
        let own = scope.document.definitions().iter().map(|one| one.place);
        return uses.chain(own).find(touches).ok_or_else(|| "there is no name here".into());
    }
    let variable =
        variable_at(scope, at).ok_or("there is no defined name here, and no variable that can be followed")?;
    variable.places.into_iter().find(touches).ok_or_else(|| "there is no name here".into())
}

fn may_change(found: &Found<'_>) -> Result<(), String> {
    let definition = found.definition;
    if found.is_shipped {
        return Err(format!("`{}` is shipped with filbert", definition.name));
    }
    if found.document.source().slice(definition.place) != &*definition.name {
        return Err(format!("`{}` is one of several values: rename the command's name", definition.name));
    }
    let keyword = &found.document.sections()[definition.command].keyword;
    if keyword == "grundy" {
        return Err("filbert names the values by this name and a number".into());
    }
    if keyword == "outcomes" {
        return Err("filbert names the outcomes by this name and a letter".into());
    }
    Ok(())
}

/// All places where the name at a place is to be replaced by `new`.
///
/// # Errors
/// Why the script would not say the same, or could not be read.
pub fn rename(scope: &Scope<'_>, at: usize, new: &str, documents: &[Scope<'_>]) -> Result<Vec<Location>, String> {
    let Some(found) = meaning(scope, at) else {
        let variable =
            variable_at(scope, at).ok_or("there is no defined name here, and no variable that can be followed")?;
        return variable_places(scope, &variable, new);
    };
    may_change(&found)?;
    let (kind, old) = (found.definition.kind, &found.definition.name);
    if **old == *new {
        return Ok(Vec::new());
    }
    if !is_name(new) {
        return Err(format!("`{new}` is not a name: a letter, then letters, digits and `_`"));
    }
    if begins_like_quantifier(new) {
        let section = &found.document.sections()[found.definition.command];
        // `def f n "F"` makes a sequence besides.
        let counts = matches!(section.keyword.as_str(), "def" | "eval")
            && section.pieces.get(2).is_some_and(|(kind, _)| *kind == PieceKind::Name);
        if kind == NameKind::Sequence || counts {
            return Err(format!("no sequence may have a name that begins with `{}`, a quantifier", &new[..1]));
        }
        if kind == NameKind::Word {
            return Err(format!("a word whose name begins with `{}` is read with a dot, as in `.{new}[n]`", &new[..1]));
        }
    }
    if kind == NameKind::System
        && let Some((why, _)) = misread_system(new)
    {
        return Err(why);
    }
    for other in documents.iter().chain([scope]) {
        let taken = other.find(Wanted::One(kind), new, usize::MAX).is_some()
            || kind != NameKind::Claim && other.other_names(kind).iter().any(|name| name == new)
            || other.document.uses().iter().any(|one| *one.name == *new && one.wanted.admits(kind));
        if taken {
            return Err(format!("a {} `{new}` already exists, in {}", kind.title(), other.document.source().name()));
        }
        if let Some(macros) = put_together(other, old).or_else(|| put_together(other, new)) {
            return Err(format!("the macro `#{macros}` builds names, and this may be one of them"));
        }
    }
    Ok(references(scope, at, documents, true))
}

/// The macro of a document in whose template a name may come together: `$k%0_a`.
fn put_together(scope: &Scope<'_>, name: &str) -> Option<String> {
    let document = scope.document;
    let imported = scope.imported().map(|document| &**document);
    for document in imported.chain([document]) {
        for quotation in document.quotations().iter().filter(|one| one.language == Language::Template) {
            let template = document.source().slice(quotation.span);
            let parts = template.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '%'));
            // A parameter by itself is what is given to it, which is seen where it is given.
            let mut glued = parts.filter(|part| {
                part.contains('%') && !part.trim_matches(|c: char| c == '%' || c.is_ascii_digit()).is_empty()
            });
            if glued.any(|part| may_be(part, name)) {
                let section = quotation.section;
                let own = document.definitions().iter().find(|one| one.command == section)?;
                return Some(own.name.to_string());
            }
        }
    }
    None
}

/// Whether a text with parameters `%0` may become a name.
fn may_be(pattern: &str, name: &str) -> bool {
    let mut pieces = pattern.split('%');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let pieces: Vec<&str> = pieces.map(|piece| piece.trim_start_matches(|c: char| c.is_ascii_digit())).collect();
    for (nth, piece) in pieces.iter().enumerate() {
        let found = if nth + 1 == pieces.len() {
            rest.ends_with(piece).then(|| rest.len() - piece.len())
        } else {
            rest.find(piece)
        };
        match found {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    true
}

fn variable_places(scope: &Scope<'_>, variable: &Variable, new: &str) -> Result<Vec<Location>, String> {
    let document = scope.document;
    let old = &variable.name;
    if !is_variable(new) {
        return Err(format!("`{new}` is not a variable: a letter other than A, E, I, then letters, digits and `_`"));
    }
    if variable.others.iter().any(|name| **name == *new) {
        return Err(format!("this command already has a variable `{new}`"));
    }
    if variable.is_in_macro {
        return Err(format!("a macro called in the scope of `{old}` may use it"));
    }
    let section = &document.sections()[variable.section];
    let is_ordered = section.pieces.get(1).is_some_and(|(kind, _)| *kind == PieceKind::Called);
    if variable.quantifier.is_none() && matches!(section.keyword.as_str(), "def" | "eval") && !is_ordered {
        let span = document.quoted_in(variable.section, Language::Formula).ok_or("there is no formula")?;
        let formula = parse_formula(document.source(), span, scope).map_err(|error| error.to_string())?;
        let free = formula.free_variables();
        let before = free.iter().position(|name| name == old);
        let after = free.iter().filter(|name| *name != old && ***name < *new).count();
        if before != Some(after) {
            let order = free.iter().map(|name| if name == old { new } else { name }).collect::<Vec<_>>().join(",");
            return Err(format!(
                "the arguments are the free variables in alphabetical order, which `{new}` would change: \
                 name their order first, as in `def f({order})`"
            ));
        }
    }
    let other_moves = document.sections().iter().any(|section| section.keyword == "redundant");
    if section.keyword == "game" && other_moves {
        return Err("`redundant` uses the names of the piles".into());
    }
    Ok(variable.places.iter().map(|span| Location::of(scope, *span)).collect())
}

#[cfg(test)]
mod tests {
    use super::super::document::Document;
    use super::super::scope::NoFiles;
    use super::*;
    use crate::syntax::Source;

    /// The text with the name at the first occurrence of `old` replaced everywhere it means the same.
    fn renamed(text: &str, old: &str, new: &str) -> Result<String, String> {
        let document = Document::new(Source::new("s", text), None);
        let scope = Scope::new(&document, &NoFiles);
        let all = [Scope::new(&document, &NoFiles)];
        let mut places = rename(&scope, text.find(old).expect("it stands there"), new, &all)?;
        places.sort_by_key(|place| std::cmp::Reverse(place.span.start));
        let mut out = text.to_owned();
        for place in places {
            out.replace_range(place.span.start..place.span.end, new);
        }
        Ok(out)
    }

    #[test]
    fn a_function_is_renamed_where_it_is_meant() {
        let text = "def f \"x=1\": word f msd_2 \"0->01 1->10\": theorem a \"Ax $f(x) & f[x]=@0\" from \"f\":";
        let expected = "def g \"x=1\": word f msd_2 \"0->01 1->10\": theorem a \"Ax $g(x) & f[x]=@0\" from \"f\":";
        assert_eq!(renamed(text, "f \"x", "g").as_deref(), Ok(expected));
        let twice = "def f \"x=1\": eval \"$f(x)\": def f \"$f(x) | x=2\": eval \"$f(x)\":";
        let expected = "def g \"x=1\": eval \"$g(x)\": def f \"$g(x) | x=2\": eval \"$f(x)\":";
        assert_eq!(renamed(twice, "f \"x=1", "g").as_deref(), Ok(expected));
        let system = "numeration two \"base 2\": eval \"?msd_two x=1 & ?lsd_two y=1\": reg r two \"0\":";
        let expected = "numeration due \"base 2\": eval \"?msd_due x=1 & ?lsd_due y=1\": reg r due \"0\":";
        assert_eq!(renamed(system, "two", "due").as_deref(), Ok(expected));
    }

    #[test]
    fn a_function_may_be_given_a_name_that_begins_like_a_quantifier() {
        let renamed = renamed("def f \"x=1\": theorem a \"Ax $f(x)\":", "f \"x", "Even");
        assert_eq!(renamed.as_deref(), Ok("def Even \"x=1\": theorem a \"Ax $Even(x)\":"));
    }

    #[test]
    fn a_variable_is_renamed_where_it_is_bound() {
        assert_eq!(
            renamed("theorem a \"Ax x=x & (Ex x=1) & x=2\":", "x x=x", "n").as_deref(),
            Ok("theorem a \"An n=n & (Ex x=1) & n=2\":")
        );
        assert_eq!(renamed("def f(y,x) \"x<y\":", "x<y", "b").as_deref(), Ok("def f(y,b) \"b<y\":"));
        assert_eq!(renamed("def f \"x<y\":", "x<y", "a").as_deref(), Ok("def f \"a<y\":"));
    }

    #[test]
    fn what_would_change_the_meaning_is_refused() {
        for (text, old, new, why) in [
            ("def f \"x<y\":", "x<y", "z", "alphabetical"),
            ("theorem a \"Ax,y x=y\":", "x,y", "y", "already"),
            ("theorem a \"Ax,y x=y\":", "x,y", "E1", "not a variable"),
            ("macro m \"x=%0\": theorem a \"Ax #m(x)\":", "x #", "y", "macro"),
            ("macro m \"$k%0_a(x)\": def k1_a \"x=1\":", "k1_a \"x", "f", "builds names"),
            ("def f \"x=1\": def g \"x=2\":", "f \"x=1", "g", "already"),
            ("def f \"x=1\":", "f \"x=1", "phin", "already"),
            ("def f n \"x<n\":", "f n", "Even", "quantifier"),
            ("sequence s n \"n+1\":", "s n", "Is", "quantifier"),
            ("word W msd_2 \"0->01 1->10\":", "W", "Even", "with a dot"),
            ("numeration two \"base 2\":", "two", "lsd_x", "direction"),
            ("numeration two \"base 2\":", "two", "lsd3", "is read as `?lsd_3`"),
            ("def f \"x=1\":", "f \"x=1", "a b", "not a name"),
            ("eval \"$phin(x,y)\":", "phin", "g", "shipped"),
            ("grundy V of G upto 1: eval \"$V_1(x)\":", "V_1", "W", "values"),
        ] {
            let error = renamed(text, old, new).expect_err(text);
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
