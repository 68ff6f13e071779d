//! Changes of commands, of their words, and of what stands between them, with the claims on them moved along.

use filbert::syntax::{PieceKind, Source, pieces};

/// Numbers that look random (L'Ecuyer 1999).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }

    pub(crate) fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }
}

/// What is changed.
pub(crate) const KINDS: [&str; 7] = [
    "word of a command",
    "piece of a command",
    "command left out",
    "command again",
    "commands exchanged",
    "comment or line end",
    "name hidden",
];

/// Words that stand in commands.
const WORDS: &str = "theorem refute def eval macro reg word combine rightquo normalizer game kernel cover sequence include quit \
    grundy guess help redundant union load use from by of given upto terminal measure block 0 1 2 3 $P P G x y n msd_2 msd_fib msd_3 \
    lsd_2 lsd_fib {0,1} {0} [n] f(y,x) f=2";

/// What may hide the meaning of a name.
const HIDING: [&str; 11] = [
    "def NAME \"x=\":\n",
    "def NAME(y,x) \"x<y\":\n",
    "word NAME msd_2 \"0->012 1->10\":\n",
    "word NAME msd_2 \"0->01 1->11\":\n",
    "macro NAME \"1=1\":\n",
    "reg NAME msd_2 \"(\":\n",
    "union NAME NAME NAME:\n",
    "kernel NAME of NAME given $NAME:\n",
    "grundy NAME of NAME upto 2:\n",
    "game NAME \"?msd_fib p,q -> r,s : r<p & s=q\":\n",
    "include \"NAME\":\n",
];

/// What may stand between two pieces.
const BETWEEN: [&str; 9] =
    ["# a\r", "# \"\n", "#", "\r", "\r\n", "\u{feff}", "\u{a0}#\u{2028}", "\"", "[export 1 txt]"];

/// A command with what stands before it, and its number in the script from which it comes.
type Part = (String, Option<usize>);

/// The script with a change of this kind, if it has something to change, and for each of its commands where it comes from.
pub(crate) fn changed(kind: &str, script: &str, random: &mut Random) -> Option<(String, Vec<Option<usize>>)> {
    let source = Source::new("s.prf", script.to_owned());
    let commands = pieces(&source);
    let (mut parts, mut begin): (Vec<Part>, usize) = (Vec::new(), 0);
    for (number, command) in commands.iter().enumerate() {
        let end = command.span()?.end;
        parts.push((script[begin..end].to_owned(), Some(number)));
        begin = end;
    }
    let (at, other) = (random.below(parts.len()), random.below(parts.len()));
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let of_names = commands.iter().filter_map(|command| command.list.get(1));
    let names: Vec<&str> = of_names.map(|(_, span)| source.slice(*span)).collect();
    let (&word, &name) = (random.pick(&words)?, random.pick(&names)?);
    let word = if random.below(2) == 0 { name } else { word };
    let start = if at == 0 { 0 } else { commands[at - 1].span()?.end };
    let list = &commands[at].list;
    let &(piece, span) = random.pick(list)?;
    let (first, last) = (span.start - start, span.end - start);
    let text = &mut parts[at].0;
    match kind {
        "word of a command" if piece == PieceKind::Quoted => return None,
        "word of a command" => text.replace_range(first..last, word),
        "piece of a command" => match random.below(3) {
            0 => text.replace_range(first..last, ""),
            1 => text.insert_str(last, &format!(" {}", source.slice(random.pick(&commands[other].list)?.1))),
            _ => text.insert_str(last, &format!(" {word}")),
        },
        "command left out" => drop(parts.remove(at)),
        "command again" => {
            let again = parts[at].clone();
            parts.insert(other, again);
        }
        "commands exchanged" => parts.swap(at, other),
        "comment or line end" => text.insert_str(first, random.pick(&BETWEEN)?),
        _ => {
            let hiding = random.pick(&HIDING)?.replace("NAME", name);
            parts.insert(at, (hiding, None));
        }
    }
    let script = parts.iter().map(|part| &*part.0).collect::<String>() + &script[begin..];
    Some((script, parts.into_iter().map(|part| part.1).collect()))
}
