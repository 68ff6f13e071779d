//! Statements that speak of numbers in two systems, in both orders of digits, and by predicates in the place of numbers.

use filbert::script::Effect;

use super::decide::{Decider, Relation};
use super::formula::{Connective, Formula, Quantifier, Term, name};
use super::generate::Generator;
use super::lab::{Checked, Lab, wrong};
use super::numeration::Compare;
use super::rewrite::{rewritten, with_name};
use super::statements::{About, relation_fits};
use super::tape::Tape;
use super::words::exact;
use super::worlds::{Deciders, Match, WORLDS, World};

const CONNECTIVES: [(Connective, &str); 5] = [
    (Connective::And, "&"),
    (Connective::Or, "|"),
    (Connective::Xor, "^"),
    (Connective::Implies, "=>"),
    (Connective::Iff, "<=>"),
];

/// What statements are made of here, and how often each must come up.
pub const KINDS: [&str; 4] = ["two systems", "backquote", "function in the other order", "predicate as number"];

/// One statement; says of which kind.
pub fn check(tape: &mut Tape, lab: &mut Lab, deciders: &mut Deciders) -> Checked<(About, &'static str)> {
    let kind = tape.below(KINDS.len());
    let about = match kind {
        0 => two_systems(tape, lab, deciders)?,
        1 => backquoted(tape, lab, deciders)?,
        2 => turned(tape, lab, deciders)?,
        _ => predicate(tape, lab, deciders)?,
    };
    Ok((about, KINDS[kind]))
}

/// A system that is quick and needs no definition.
fn plain(tape: &mut Tape) -> &'static World {
    let fits = |world: &&World| world.definitions.is_empty() && world.most_variables > 1 && world.turns == 10;
    let worlds: Vec<&'static World> = WORLDS.iter().filter(fits).collect();
    worlds[tape.below(worlds.len())]
}

/// A formula on one number and how the engine is asked it.
struct Half {
    world: &'static World,
    formula: Formula,
    asked: Formula,
}

impl Half {
    /// About variable 0 or 1, named so.
    fn random(world: &'static World, var: usize, tape: &mut Tape) -> Half {
        let formula = Generator::new(world, tape).formula(1, 2);
        let formula = if var == 0 { formula } else { with_name(&formula, 0, var) };
        let asked = rewritten(&formula, world.most_variables, tape);
        Half { world, formula, asked }
    }

    /// Whether it is false of some number, and true of some.
    fn values(&self, deciders: &mut Deciders) -> Checked<[bool; 2]> {
        let decider = deciders.of(self.world.reference);
        let some =
            |formula: &Formula, decider: &mut Decider| Checked::Ok(decider.relation(formula)?.automaton.live()[0]);
        Ok([some(&self.formula.clone().negated(), decider)?, some(&self.formula, decider)?])
    }

    fn relation(&self, deciders: &mut Deciders) -> Checked<Relation> {
        Ok(deciders.of(self.world.reference).relation(&self.formula)?)
    }
}

/// Whether some or all of the values that there are make it true.
fn quantified(exists: bool, values: [bool; 2], holds: impl Fn(bool) -> bool) -> bool {
    let mut there = [false, true].into_iter().filter(|&value| values[usize::from(value)]);
    if exists { there.any(holds) } else { there.all(holds) }
}

/// F(a) in one system with G(b) in another: what becomes of the whole depends on which values both take.
fn two_systems(tape: &mut Tape, lab: &mut Lab, deciders: &mut Deciders) -> Checked<About> {
    let closed = tape.chance(1, 2);
    let first = plain(tape);
    let mut second = plain(tape);
    // Free variables are read from one end.
    if !closed && second.name[..3] != first.name[..3] {
        second = first;
    }
    let (left, right) = (Half::random(first, 0, tape), Half::random(second, 1, tape));
    let (op, sign) = *tape.pick(&CONNECTIVES);
    let body = format!("(?{} {}) {sign} (?{} {})", first.name, left.asked, second.name, right.asked);
    let inner = left.formula.alternations().max(right.formula.alternations()) > 0;
    if closed {
        let (outer_exists, inner_exists) = (tape.chance(1, 2), tape.chance(1, 2));
        let quantifier = |exists: bool| if exists { "E" } else { "A" };
        let text = format!("{}a {}b ({body})", quantifier(outer_exists), quantifier(inner_exists));
        let (values, others) = (left.values(deciders)?, right.values(deciders)?);
        let of = |a: bool| quantified(inner_exists, others, |b| op.holds(a, b));
        let truth = quantified(outer_exists, values, of);
        return match lab.answer(&text)? {
            Effect::Verdict(verdict) if verdict.truth == truth => {
                Ok(About { alternates: inner || outer_exists != inner_exists, verdict: Some(truth) })
            }
            other => wrong(format!("{other:?} where {truth} is right")),
        };
    }
    let (a, b) = (left.relation(deciders)?, right.relation(deciders)?);
    let names: Vec<&str> = a.variables.iter().chain(&b.variables).map(|&var| name(var)).collect();
    let contains = |relation: &Relation, world: &World, n: i64, deciders: &mut Deciders| {
        let numbers = vec![n; relation.variables.len()];
        deciders.of(world.reference).contains(&relation.automaton, &numbers)
    };
    match lab.answer(&body)? {
        Effect::Verdict(verdict) if names.is_empty() => {
            let truth = op.holds(a.automaton.accepting[0], b.automaton.accepting[0]);
            if verdict.truth != truth {
                return wrong(format!("{} where {truth} is right", verdict.truth));
            }
            return Ok(About { alternates: inner, verdict: Some(truth) });
        }
        Effect::Relation(found, relation) if found.iter().map(|name| &**name).eq(names.iter().copied()) => {
            for round in 0..70i64 {
                let pair = [round % 9, round / 7].map(|n| if tape.chance(1, 8) { 8 * n + 3 } else { n });
                let expected =
                    op.holds(contains(&a, first, pair[0], deciders), contains(&b, second, pair[1], deciders));
                let numbers: Vec<_> = [(&a, pair[0]), (&b, pair[1])]
                    .into_iter()
                    .flat_map(|(relation, n)| vec![n.into(); relation.variables.len()])
                    .collect();
                if relation.contains(&numbers) != expected {
                    return wrong(format!("at {pair:?} it should be {expected}"));
                }
            }
        }
        other => return wrong(format!("{other:?} is no relation of {names:?}")),
    }
    Ok(About { alternates: inner, verdict: None })
}

/// How tracks are matched when their digits are read from the other end.
fn other_order(matched: Match) -> Match {
    match matched {
        Match::Words => Match::Reversed,
        Match::Reversed => Match::Words,
        Match::Numbers => Match::Numbers,
    }
}

/// What an answer should be, whose tracks are matched in this way.
fn holds_of(
    formula: &Formula,
    effect: Effect,
    world: &World,
    matched: Match,
    tape: &mut Tape,
    deciders: &mut Deciders,
) -> Checked<About> {
    let expected = deciders.of(world.reference).relation(formula)?;
    let names: Vec<&str> = expected.variables.iter().map(|&var| name(var)).collect();
    let mut about = About { alternates: formula.alternations() > 0, verdict: None };
    match effect {
        Effect::Verdict(verdict) if names.is_empty() => {
            if verdict.truth != expected.automaton.accepting[0] {
                return wrong(format!("{} where the reference says the opposite", verdict.truth));
            }
            about.verdict = Some(verdict.truth);
        }
        Effect::Relation(found, relation) if found.iter().map(|name| &**name).eq(names.iter().copied()) => {
            let there = World { matched, ..*world };
            relation_fits(&there, &relation, &expected.automaton, names.len(), tape, deciders)?;
        }
        other => return wrong(format!("{other:?} is no relation of {names:?}")),
    }
    Ok(about)
}

/// Behind a backquote numbers are the same, and their digits come from the other end.
fn backquoted(tape: &mut Tape, lab: &mut Lab, deciders: &mut Deciders) -> Checked<About> {
    let world = plain(tape);
    let free = tape.below(3).min(world.most_variables - 1);
    let formula = Generator::new(world, tape).formula(free, 2);
    let asked = rewritten(&formula, world.most_variables, tape);
    let (text, matched) = match tape.below(3) {
        0 => (format!("?{} `({asked})", world.name), other_order(world.matched)),
        1 => (format!("?{} ``({asked})", world.name), world.matched),
        _ => (format!("?{} `(~(`(`(~({asked})))))", world.name), other_order(world.matched)),
    };
    let effect = lab.answer(&text)?;
    holds_of(&formula, effect, world, matched, tape, deciders)
}

/// Systems that are there in both orders, with the digits of the reference.
const BOTH_ORDERS: [(&str, &str); 7] = [
    ("msd_2", "lsd_2"),
    ("msd_3", "lsd_3"),
    ("msd_fib", "lsd_fib"),
    ("msd_trib", "lsd_trib"),
    ("msd_pell", "lsd_pell"),
    ("msd_neg_2", "lsd_neg_2"),
    ("msd_neg_fib", "lsd_neg_fib"),
];

fn named(system: &str) -> &'static World {
    WORLDS.iter().find(|world| world.name == system).expect("a world")
}

/// A function defined in the other order of digits, used beside formulas in this one.
fn turned(tape: &mut Tape, lab: &mut Lab, deciders: &mut Deciders) -> Checked<About> {
    let (msd, lsd) = *tape.pick(&BOTH_ORDERS);
    let (there, here) = if tape.chance(1, 2) { (msd, lsd) } else { (lsd, msd) };
    let (there, here) = (named(there), named(here));
    // Words are defined in one order alone.
    let bare = World { words: &[], ..*there };
    let arguments = 1 + tape.below(2);
    let function = exact(&bare, arguments, 1, tape);
    lab.run(&format!("def tn \"?{} {function}\";", there.name))?;
    let decider = deciders.of(there.reference);
    let automaton = decider.relation(&function)?.automaton;
    decider.functions.insert("tn".into(), (arguments, automaton));
    let terms: Vec<Term> = (0..arguments)
        .map(|_| {
            let var = Term::Var(tape.below(2));
            if tape.chance(1, 4) { Term::Add(Box::new(var), Box::new(Term::Num(tape.range(1, 3)))) } else { var }
        })
        .collect();
    let call = Formula::Call("tn".into(), terms);
    let bare = World { words: &[], ..*here };
    // What stands nowhere else is a number in the order of the function.
    let beside = exact(&bare, 2, 1, tape);
    let (op, _) = *tape.pick(&CONNECTIVES);
    let mut formula = Formula::Binary(op, Box::new(call), Box::new(beside));
    for var in (0..2).rev() {
        if formula.free().contains(&var) && tape.chance(1, 2) {
            let quantifier = *tape.pick(&[Quantifier::Exists, Quantifier::ForAll, Quantifier::Infinitely]);
            formula = Formula::Quantified(quantifier, vec![var], Box::new(formula));
        }
    }
    let effect = lab.answer(&format!("?{} {formula}", here.name))?;
    holds_of(&formula, effect, here, here.matched, tape, deciders)
}

/// `$f(a,P)` and `T[P]`, P with one free variable: of this, with P besides.
fn predicate(tape: &mut Tape, lab: &mut Lab, deciders: &mut Deciders) -> Checked<About> {
    let (world, word) = [(named("msd_2"), "T"), (named("msd_fib"), "F"), (named("msd_trib"), "TR")][tape.below(3)];
    let bare = World { words: &[], ..*world };
    let function = exact(&bare, 2, 1, tape);
    lab.run(&format!("def pn \"?{} {function}\";", world.name))?;
    let decider = deciders.of(world.reference);
    let automaton = decider.relation(&function)?.automaton;
    decider.functions.insert("pn".into(), (2, automaton));
    let condition = with_name(&exact(&bare, 1, 1, tape), 0, 1);
    let letter = tape.range(0, 1);
    let (atom, text) = match tape.below(4) {
        0 => (
            Formula::Letter(Compare::Equal, word.into(), vec![Term::Var(1)], letter),
            format!("{word}[{condition}]=@{letter}"),
        ),
        1 => (
            Formula::Letter(Compare::NotEqual, word.into(), vec![Term::Var(1)], letter),
            format!("{word}[{condition}]!=@{letter}"),
        ),
        2 => (Formula::Call("pn".into(), vec![Term::Var(1), Term::Var(0)]), format!("$pn({condition},a)")),
        _ => (Formula::Call("pn".into(), vec![Term::Var(0), Term::Var(1)]), format!("$pn(a,{condition})")),
    };
    let meant = Formula::and(atom, condition);
    let beside = Generator::new(&bare, tape).formula(2, 1);
    let (op, sign) = *tape.pick(&CONNECTIVES);
    let mut text = format!("(({text}) {sign} ({beside}))");
    let mut formula = Formula::Binary(op, Box::new(meant), Box::new(beside));
    for var in (0..2).rev() {
        if formula.free().contains(&var) && tape.chance(1, 2) {
            let (quantifier, sign) = *tape.pick(&[(Quantifier::Exists, "E"), (Quantifier::ForAll, "A")]);
            text = format!("({sign}{} {text})", name(var));
            formula = Formula::Quantified(quantifier, vec![var], Box::new(formula));
        }
    }
    let effect = lab.answer(&format!("?{} {text}", world.name))?;
    holds_of(&formula, effect, world, world.matched, tape, deciders)
}
