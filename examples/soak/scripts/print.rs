//! The text of a script: random blanks, line ends and comments between the words of its commands.

use super::super::tape::Tape;
use super::model::{Body, Claim, Command, Formula, Images, NUMERATIONS, OSTROWSKI, Term, Text, Words, keyword};

/// The text of a file, and where each of its commands begins.
pub struct Printed {
    pub text: String,
    pub starts: Vec<usize>,
}

/// Writes the commands of a file.
pub fn print(commands: &[Command], layout: u64) -> Printed {
    let mut printer =
        Printer { tape: Tape::random(layout, 7), plain: layout == 0, text: String::new(), is_open: false };
    let mut starts = Vec::new();
    let mut line_must_end = false;
    for command in commands {
        if line_must_end {
            // A quote is open, or an end is missing: the next command begins a line.
            printer.end_line();
        } else {
            printer.gap(true);
        }
        if matches!(command, Command::Broken { words, .. } if line_must_end && words[0] == "define") {
            // Reading goes on at a line that begins with a command, and this one does not.
            printer.text += "cls: ";
        }
        starts.push(printer.text.len());
        line_must_end = printer.command(command);
    }
    printer.text.push('\n');
    Printed { text: printer.text, starts }
}

/// What stands in comments.
const COMMENTS: [&str; 7] =
    ["", " note", " def f \"x=9\":", " \"", " quit; word T msd_2 \"0->00\":", " :;", "# macro h \"1=1\":"];
const ENDS: [&str; 3] = ["\n", "\r", "\r\n"];

struct Printer {
    tape: Tape,
    plain: bool,
    text: String,
    /// A quote is open, which the next one seems to close: none may stand in a comment.
    is_open: bool,
}

impl Printer {
    fn end_line(&mut self) {
        let end = if self.plain { "\n" } else { ENDS[self.tape.below(3)] };
        self.text += end;
    }

    /// What separates two words, or two commands.
    fn gap(&mut self, between_commands: bool) {
        if self.plain {
            self.text += if !between_commands {
                " "
            } else if self.text.is_empty() {
                ""
            } else {
                "\n"
            };
            return;
        }
        match self.tape.below(12) {
            0 if !self.is_open => {
                // Inside a word `#` begins no comment.
                self.text.push(' ');
                self.text.push('#');
                let comment = *self.tape.pick(&COMMENTS);
                self.text += comment;
                self.end_line();
            }
            1 | 2 => self.end_line(),
            3 => self.text.push('\t'),
            4 => self.text += "\u{feff} ",
            _ => self.text.push(' '),
        }
    }

    fn words(&mut self, words: &[String]) {
        for (at, word) in words.iter().enumerate() {
            if at > 0 {
                self.gap(false);
            }
            self.text += word;
            self.is_open &= !word.contains('"');
        }
    }

    /// Writes a command; whether the next one has to begin a line.
    fn command(&mut self, command: &Command) -> bool {
        match command {
            Command::Broken { words, unclosed, .. } => {
                // A broken command takes one line, so that it breaks where it was meant to.
                self.text += &words.join(" ");
                self.is_open |= unclosed;
                let has_end = words[0] != "kernel" && !unclosed;
                self.text += if has_end { ":" } else { "" };
                return !has_end;
            }
            _ => {
                let words = self.written(command);
                self.words(&words);
            }
        }
        let end = if self.plain { ":" } else { [":", ";", "::", " :", " ;"][self.tape.below(5)] };
        self.text += end;
        // A terminator that stands alone ends nothing.
        if !self.plain && self.tape.chance(1, 40) {
            self.text += " ;";
        }
        false
    }

    fn written(&mut self, command: &Command) -> Vec<String> {
        use Command as C;
        match command {
            C::Def { eval, name, order, counted, text } => {
                let mut words = strings(&[if *eval { "eval" } else { "def" }]);
                let order: Vec<String> = order.iter().map(char::to_string).collect();
                match (order.is_empty(), counted) {
                    (true, _) => words.push(name.clone()),
                    (_, true) => words.extend([vec![name.clone()], order].concat()),
                    _ => words.push(format!("{name}({})", order.join(","))),
                }
                words.push(self.quoted(text));
                words
            }
            C::Claim { claim, name, text } => {
                let mut words = strings(&[claimed(*claim), name]);
                words.retain(|word| !word.is_empty());
                words.push(self.quoted(text));
                words
            }
            C::Value { claim, name, sequence, at, value } => {
                strings(&[claimed(*claim), name, &format!("\"{sequence}({at})={value}\"")])
            }
            C::Cover { name, target, pieces } => {
                let mut words = strings(&["cover", name]);
                words.push(self.quoted(target));
                words.push("by".into());
                words.extend(pieces.iter().map(|piece| self.quoted(piece)).collect::<Vec<_>>());
                words
            }
            C::Reg { name, system, words } => {
                strings(&["reg", name, system, &format!("\"{}\"", expression(words, system))])
            }
            C::Word { name, system, images, coding } => {
                let mut words = strings(&["word", name, system, &format!("\"{}\"", rules(images))]);
                if let Some(coding) = coding {
                    let coding: Vec<String> = coding.iter().enumerate().map(|(at, to)| format!("{at}->{to}")).collect();
                    words.push(format!("\"{}\"", coding.join(" ")));
                }
                words
            }
            C::WordBy { name, parts, more } => {
                let parts: Vec<String> =
                    parts.iter().map(|(name, times, plus)| format!("{}[{times}*n+{plus}]", dotted(name))).collect();
                let more = if *more < 0 { more.to_string() } else { format!("+{more}") };
                strings(&["word", &format!("{name}[n]"), &format!("\"{}{more}\"", parts.join("+"))])
            }
            C::Macro { name, text } => {
                let body = self.formula(text);
                strings(&["macro", name, &format!("\"({body})\"")])
            }
            C::Quit | C::Broken { .. } => strings(&[keyword(command)]),
            C::Look { keyword, name } => strings(&[keyword, name]),
            _ => made_of_others(command),
        }
    }

    fn quoted(&mut self, text: &Text) -> String {
        let body = self.formula(&text.body);
        let system = text.system.as_ref().map_or(String::new(), |system| format!("?{system} "));
        format!("\"{system}{body}\"")
    }

    /// A blank inside of a formula, now and then a line end.
    fn blank(&mut self) -> &'static str {
        if self.plain { "" } else { ["", "", "", " ", "\n", "\r"][self.tape.below(6)] }
    }

    fn formula(&mut self, formula: &Formula) -> String {
        let list = |terms: &[Term]| terms.iter().map(term).collect::<Vec<_>>().join(",");
        let blank = self.blank();
        match formula {
            Formula::Less(a, b) => format!("{}{blank}<{}", term(a), term(b)),
            Formula::Equal(a, b) => format!("{}={blank}{}", term(a), term(b)),
            Formula::Call(name, at) => format!("{blank}${name}({})", list(at)),
            Formula::Letter(name, at, letter) => format!("{}[{}]=@{letter}", dotted(name), term(at)),
            Formula::Same(a, at, b, there) => {
                format!("{}[{}]{blank}={}[{}]", dotted(a), term(at), dotted(b), term(there))
            }
            Formula::Not(inner) => format!("~({})", self.formula(inner)),
            Formula::And(a, b) => format!("({}{blank} & {})", self.formula(a), self.formula(b)),
            Formula::Or(a, b) => format!("({} |{blank} {})", self.formula(a), self.formula(b)),
            Formula::Bounded { all, var, bound, body } => {
                let (quantifier, connective) = if *all { ("A", "=>") } else { ("E", "&") };
                let body = self.formula(body);
                match self.plain || self.tape.chance(1, 2) {
                    true => format!("({quantifier}{var} {var}>=0 & {var}<{bound} {connective} ({body}))"),
                    false => format!("({quantifier}{var} ({var}>=0 & {var}<{bound}) {connective} ({body}))"),
                }
            }
            Formula::Macro(name, with) => format!("{blank}#{name}({})", list(with)),
            Formula::Large(x, y) => format!("20011*{x}={y}"),
            Formula::Nonsense => "1=(".to_owned(),
        }
    }
}

fn claimed(claim: Claim) -> &'static str {
    match claim {
        Claim::Theorem => "theorem",
        Claim::Refute => "refute",
        Claim::Eval => "eval",
    }
}

/// A word whose name begins like a quantifier has a dot.
fn dotted(name: &str) -> String {
    if name.starts_with(['A', 'E', 'I']) { format!(".{name}") } else { name.to_owned() }
}

fn term(term: &Term) -> String {
    match term {
        Term::Num(number) => number.to_string(),
        Term::Var(var) => var.to_string(),
        Term::Plus(var, more) => format!("{var}+{more}"),
        Term::Parameter(number) => format!("%{number}"),
    }
}

fn rules(images: &Images) -> String {
    if images.is_empty() {
        return "0->01 1-".into();
    }
    let image = |image: &Vec<usize>| image.iter().map(usize::to_string).collect::<String>();
    let rules = images.iter().enumerate().map(|(letter, to)| format!("{letter}->{}", image(to)));
    rules.collect::<Vec<_>>().join(" ")
}

fn expression(words: &Words, system: &str) -> String {
    let base = system.split('_').nth(1).and_then(|base| base.parse::<u64>().ok()).unwrap_or(2);
    let digits = |number: &u64| {
        let (mut rest, mut text) = (*number, String::new());
        while rest > 0 {
            text.insert_str(0, &(rest % base).to_string());
            rest /= base;
        }
        if text.is_empty() { "0*".into() } else { text }
    };
    match words {
        Words::Numbers(numbers) => format!("0*({})", numbers.iter().map(digits).collect::<Vec<_>>().join("|")),
        Words::Ones => "0*1*".into(),
        Words::Power(zeros) => format!("0*1{}", "0".repeat(*zeros)),
        Words::Large => format!("(0|1)*1{}", "(0|1)".repeat(12)),
        Words::Nonsense => "0*(".into(),
    }
}

/// The words of a command that makes something of what has names, or of numbers, without a formula.
fn made_of_others(command: &Command) -> Vec<String> {
    use Command as C;
    match command {
        C::Promote { name, morphism } => strings(&["promote", name, morphism]),
        C::Morphism { name, images } => strings(&["morphism", name, &format!("\"{}\"", rules(images))]),
        C::Combine { name, parts } => {
            let part = |(name, value): &(String, Option<i64>)| match value {
                Some(value) => format!("{name}={value}"),
                None => name.clone(),
            };
            [strings(&["combine", name]), parts.iter().map(part).collect()].concat()
        }
        C::Numeration { name, which } => strings(&["numeration", name, &format!("\"{}\"", NUMERATIONS[*which].0)]),
        C::Ost { name, which } => strings(&["ost", name, OSTROWSKI[*which].0]),
        C::Sequence { name, body } => {
            let body = match body {
                Body::Linear(times, more) => format!("{times}*n+{more}"),
                Body::Square(more) => format!("n*n+{more}"),
                Body::Count(more) => format!("x<n+{more}"),
                Body::Other(other, more) => format!("{other}(n)+{more}"),
                Body::Nonsense => "n+*".into(),
            };
            strings(&["sequence", name, "n", &format!("\"{body}\"")])
        }
        C::Synchronize { name, sequence } => strings(&["synchronize", name, sequence]),
        C::Normalizer { name, system } => strings(&["normalizer", name, system]),
        _ => of_a_game(command),
    }
}

/// The words of a command about a game, or of one whose arguments stand in a row.
fn of_a_game(command: &Command) -> Vec<String> {
    use Command as C;
    match command {
        C::Game { name, rule } => {
            let mut body = if rule.endless { "p -> r : r!=p".to_owned() } else { "p -> r : r<p".to_owned() };
            if rule.most > 0 {
                body += &format!(" & p<=r+{}", rule.most);
            }
            if let Some(to) = &rule.to {
                body += &format!(" & ${to}(r)");
            }
            let mut words = strings(&["game", name, &format!("\"{body}\"")]);
            if let Some(terminal) = rule.terminal {
                words.extend(strings(&["terminal", &format!("\"p<{terminal}\"")]));
            }
            if let Some(block) = rule.block {
                words.extend(strings(&["block", &block.to_string()]));
            }
            if rule.misere {
                words.push("misere".to_owned());
            }
            words
        }
        C::Kernel { name, game, given } => {
            let mut words = strings(&["kernel", name, "of", game]);
            if let Some(given) = given {
                words.extend(strings(&["given", &format!("${given}")]));
            }
            words
        }
        C::Grundy { name, game, upto } => strings(&["grundy", name, "of", game, "upto", &upto.to_string()]),
        C::Languages { keyword, name, of } => [strings(&[keyword, name]), of.clone()].concat(),
        C::Row { keyword, name, marked, system, of } => {
            let mark = if *marked { "$" } else { "" };
            let (name, of) = (format!("{mark}{name}"), format!("{mark}{of}"));
            match *keyword {
                "convert" | "alphabet" => strings(&[keyword, &name, system, &of]),
                "split" => strings(&[keyword, &name, &format!("{of}[+]")]),
                "rsplit" => strings(&[keyword, &format!("{name}[+]"), &of]),
                _ => strings(&[keyword, &name, &of]),
            }
        }
        C::Image { name, morphism, word } => strings(&["image", name, morphism, word]),
        C::Join { name, words } => {
            [strings(&["join", name]), words.iter().map(|word| format!("{word}[a]")).collect()].concat()
        }
        C::Transduce { name, word } => strings(&["transduce", name, "NONE", word]),
        C::File { keyword: "load", path } => strings(&["load", path]),
        C::File { keyword, path } => strings(&[keyword, &format!("\"{path}\"")]),
        _ => Vec::new(),
    }
}

fn strings(list: &[&str]) -> Vec<String> {
    list.iter().map(|word| (*word).to_owned()).collect()
}
