//! What the editor makes of the vectors: which command a name refers to.

use std::path::Path;

use filbert::editor::{Document, NameKind, Scope, Wanted};
use filbert::syntax::Source;

use super::assert_none;
use super::vector::{MAIN, Meaning, Named, Place, Vector, all};

fn kind(name: &str) -> NameKind {
    match name {
        "function" => NameKind::Function,
        "word" => NameKind::Word,
        "sequence" => NameKind::Sequence,
        "macro" => NameKind::Macro,
        "morphism" => NameKind::Morphism,
        "game" => NameKind::Game,
        "system" => NameKind::System,
        _ => panic!("`{name}` is no kind of names"),
    }
}

/// What gives a name its meaning at a place, as the editor sees it.
fn meaning(scope: &Scope<'_>, wanted: Wanted, name: &str, at: usize) -> Meaning {
    match scope.find_known(wanted, name, at) {
        None => Meaning::Nothing,
        Some(found) if found.is_shipped => Meaning::Shipped,
        Some(found) => {
            let document = found.document;
            let begin = document.sections()[found.definition.command].span.start;
            let file = document.path().unwrap_or(Path::new("")).display().to_string();
            Meaning::Command(Place { file, line: document.source().position(begin).line })
        }
    }
}

/// Says what the editor sees where it is not what a vector says.
fn compare(vector: &Vector, named: &Named, scope: &Scope<'_>, (wanted, at): (Wanted, usize)) -> Option<String> {
    let found = meaning(scope, wanted, &named.name, at);
    let is_right = match &named.meaning {
        // What it says is not to be relied on, and it knows.
        Meaning::Unsaid => scope.is_open,
        // Systems that are generated stand in no script.
        Meaning::Shipped => matches!(found, Meaning::Shipped | Meaning::Nothing),
        meaning => found == *meaning,
    };
    let said = || format!("{}: {} {} at byte {at}: {found:?}", vector.name, named.kind, named.name);
    (!is_right).then(said)
}

#[test]
fn the_editor_finds_what_names_refer_to() {
    let mut wrong = Vec::new();
    for vector in all() {
        let document = Document::new(Source::new(MAIN, vector.main()), Some(Path::new(MAIN)));
        let files = vector.given();
        let scope = Scope::new(&document, &files);
        for named in &vector.names {
            let place = (Wanted::One(kind(&named.kind)), vector.main().len());
            wrong.extend(compare(&vector, named, &scope, place));
        }
        for (line, named) in &vector.refers {
            let kind = kind(&named.kind);
            let is_here = |place: usize| document.source().position(place).line == *line;
            let mut uses = document.uses().iter();
            let found =
                uses.find(|one| *one.name == *named.name && one.wanted.admits(kind) && is_here(one.place.start));
            match found {
                Some(one) => wrong.extend(compare(&vector, named, &scope, (one.wanted, one.place.start))),
                None => wrong.push(format!("{}: line {line} does not name {}", vector.name, named.name)),
            }
        }
    }
    assert_none(&wrong);
}
