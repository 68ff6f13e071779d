//! Where a name is defined and where it is used.

use std::path::{Path, PathBuf};

use crate::disk::plain;
use crate::syntax::{NameKind, Source, Span};

use super::name::Definition;
use super::scope::{Files, Found, Scope};
use super::variable::variable_at;

/// A place in a text.
#[derive(Clone, Debug)]
pub struct Location {
    /// The file; none, if the text is no file.
    pub path: Option<PathBuf>,
    /// The text.
    pub source: Source,
    /// The place.
    pub span: Span,
}

impl Location {
    pub(super) fn of(scope: &Scope<'_>, span: Span) -> Location {
        let document = scope.document;
        Location { path: document.path().map(Path::to_owned), source: document.source().clone(), span }
    }
}

/// What the name at a place means.
pub fn meaning<'a>(scope: &'a Scope<'_>, at: usize) -> Option<Found<'a>> {
    let touches = |span: &Span| span.start <= at && at <= span.end;
    if let Some(one) = scope.document.uses().iter().find(|one| touches(&one.place)) {
        return scope.find(one.wanted, &one.name, one.place.start);
    }
    let own = scope.document.definitions().iter().find(|one| touches(&one.place))?;
    Some(Found { document: scope.document, definition: own, is_shipped: false })
}

/// Where what stands at a place is defined: a name, a variable where it is bound, a file that is included.
///
/// ```
/// use filbert::editor::{Document, NoFiles, Scope, definition};
/// use filbert::syntax::Source;
/// let document = Document::new(Source::new("s", "def f \"x=1\":\neval \"$f(y)\":"), None);
/// let found = definition(&Scope::new(&document, &NoFiles), &NoFiles, 20).expect("f is defined");
/// assert_eq!(found.span.start, 4);
/// ```
pub fn definition(scope: &Scope<'_>, files: &dyn Files, at: usize) -> Option<Location> {
    if let Some(found) = meaning(scope, at) {
        let path = found.document.path().map(Path::to_owned);
        // What filbert ships is in no file of anybody.
        return (!found.is_shipped).then(|| Location {
            path,
            source: found.document.source().clone(),
            span: found.definition.place,
        });
    }
    let document = scope.document;
    let touches = |span: &Span| span.start <= at && at <= span.end;
    if let Some(import) = document.imports().iter().find(|import| touches(&import.place)) {
        let base = document.path().and_then(Path::parent).unwrap_or(Path::new(""));
        let path = plain(&base.join(&import.path));
        let source = files.document(&path)?.source().clone();
        return Some(Location { path: Some(path), source, span: Span::at(0) });
    }
    let variable = variable_at(scope, at)?;
    Some(Location::of(scope, *variable.places.first()?))
}

/// All places where what stands at a place is used, in these documents; with its definition, if that is asked for.
pub fn references(scope: &Scope<'_>, at: usize, documents: &[Scope<'_>], with_definition: bool) -> Vec<Location> {
    let Some(found) = meaning(scope, at) else {
        let Some(variable) = variable_at(scope, at) else { return Vec::new() };
        let skipped = usize::from(!with_definition && variable.quantifier.is_some());
        return variable.places.iter().skip(skipped).map(|span| Location::of(scope, *span)).collect();
    };
    let mut places = Vec::new();
    if with_definition && !found.is_shipped {
        let path = found.document.path().map(Path::to_owned);
        places.push(Location { path, source: found.document.source().clone(), span: found.definition.place });
    }
    for other in documents {
        places.extend(uses_of(other, &found).map(|span| Location::of(other, span)));
    }
    places
}

/// Where a document uses a definition.
pub(super) fn uses_of<'a>(scope: &'a Scope<'_>, found: &'a Found<'a>) -> impl Iterator<Item = Span> + 'a {
    let named = scope.document.uses().iter().filter(|one| one.name == found.definition.name);
    let meant = named.filter(|one| {
        let is_same = |other: Found<'_>| other.is(found) || is_value_of(&other, found);
        scope.find(one.wanted, &one.name, one.place.start).is_some_and(is_same)
    });
    meant.map(|one| one.place)
}

/// Whether two definitions of values stand in one command.
fn is_value_of(one: &Found<'_>, other: &Found<'_>) -> bool {
    let place = |definition: &Definition| (definition.kind, definition.place);
    one.definition.kind == NameKind::Function
        && place(one.definition) == place(other.definition)
        && one.document.source().name() == other.document.source().name()
}
