//! Random games: kernels, Sprague-Grundy values, tables, redundant moves and players against plain recursion over all
//! positions with small piles.

use std::collections::HashMap;

use filbert::games::{Outcome as Winner, TableError};
use filbert::script::{CommandError, Effect};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::lab::{Checked, Lab, Outcome, wrong};
use super::tape::Tape;

/// The questions asked about games.
pub const KINDS: [&str; 7] = ["kernel", "table", "grundy", "redundant", "given", "position", "outcomes"];

const POSITION: [&str; 3] = ["p", "q", "o"];
const OPTION: [&str; 3] = ["r", "s", "t"];

type Position = Vec<i64>;

/// Which amounts may be taken.
#[derive(Clone, Copy, Debug)]
enum Amount {
    Any,
    UpTo(i64),
    Exactly(i64),
}

/// A way to move: the amount times these weights leaves the piles.
#[derive(Clone, Debug)]
struct Move {
    weights: Vec<i64>,
    amount: Amount,
}

/// A game.
struct Game {
    /// None if it is to be found.
    system: Option<&'static str>,
    piles: usize,
    moves: Vec<Move>,
    /// Positions of at most this sum have no options.
    terminal: Option<i64>,
    block: usize,
    /// Whoever makes the last move loses.
    misere: bool,
}

impl Move {
    fn allows(&self, amount: i64) -> bool {
        amount > 0
            && match self.amount {
                Amount::Any => true,
                Amount::UpTo(most) => amount <= most,
                Amount::Exactly(only) => amount == only,
            }
    }

    /// The move as a formula over position and option.
    fn text(&self) -> String {
        let multiples = self.weights.iter().any(|&weight| weight > 1);
        if let (true, Amount::Any | Amount::UpTo(_)) = (multiples, self.amount) {
            let most = if let Amount::UpTo(most) = self.amount { format!(" & k<={most}") } else { String::new() };
            let piles = POSITION.iter().zip(OPTION).zip(&self.weights);
            let moved: String = piles.map(|((p, r), weight)| format!(" & {p}={r}+{weight}*k")).collect();
            return format!("(Ek k>0{most}{moved})");
        }
        let moved: Vec<usize> = (0..self.weights.len()).filter(|&pile| self.weights[pile] > 0).collect();
        let first = moved[0];
        let mut parts = Vec::new();
        for pile in 0..self.weights.len() {
            let (p, r) = (POSITION[pile], OPTION[pile]);
            parts.push(match self.amount {
                Amount::Exactly(only) => format!("{p}={r}+{}", only * self.weights[pile]),
                _ if self.weights[pile] == 0 => format!("{r}={p}"),
                Amount::Any if pile == first => format!("{r}<{p}"),
                Amount::UpTo(most) if pile == first => format!("{r}<{p} & {p}<={r}+{most}"),
                _ => format!("{p}+{}={r}+{}", OPTION[first], POSITION[first]),
            });
        }
        format!("({})", parts.join(" & "))
    }
}

impl Game {
    /// A game; `mex` for one whose values are defined, on few piles, so that they are found more often.
    fn random(mex: bool, tape: &mut Tape) -> Game {
        let piles = if mex { [1, 1, 1, 2][tape.below(4)] } else { [2, 1, 2, 1, 3, 2][tape.below(6)] };
        let (moves, diagonal) = random_moves(piles, tape);
        let system = match (piles, diagonal) {
            (2, true) => "msd_fib",
            (1, _) => *tape.pick(&["msd_2", "msd_3", "msd_fib", "msd_10"]),
            _ => *tape.pick(&["msd_2", "msd_2", "msd_3", "msd_fib"]),
        };
        let terminal = tape.chance(1, 4).then(|| tape.range(0, 3));
        let block = if !mex && tape.chance(1, 4) { 2 + tape.below(2) } else { 1 };
        Game { system: Some(system), piles, moves, terminal, block, misere: false }
    }

    fn side(&self) -> i64 {
        [40, 15, 7][self.piles - 1]
    }

    fn command(&self) -> String {
        let (position, option) = (POSITION[..self.piles].join(","), OPTION[..self.piles].join(","));
        let moves: Vec<String> = self.moves.iter().map(Move::text).collect();
        let system = self.system.map(|system| format!("?{system} ")).unwrap_or_default();
        let mut text = format!("game G \"{system}{position} -> {option} : {}\"", moves.join(" | "));
        if let Some(terminal) = self.terminal {
            text += &format!(" terminal \"{}<={terminal}\"", POSITION[..self.piles].join("+"));
        }
        if self.block > 1 {
            text += &format!(" block {}", self.block);
        }
        if self.misere {
            text += " misere";
        }
        text + ":"
    }

    /// Distinct options, without those taken out.
    fn options(&self, position: &Position, without: Option<(&[usize], i64)>) -> Vec<Position> {
        if self.terminal.is_some_and(|terminal| position.iter().sum::<i64>() <= terminal) {
            return Vec::new();
        }
        let largest = position.iter().copied().max().unwrap_or(0);
        let mut options: Vec<Position> = Vec::new();
        for way in &self.moves {
            for amount in (1..=largest).filter(|&amount| way.allows(amount)) {
                let option: Position = position.iter().zip(&way.weights).map(|(pile, w)| pile - amount * w).collect();
                let out = without.is_some_and(|(line, taken)| {
                    (0..self.piles)
                        .all(|pile| position[pile] - option[pile] == if line.contains(&pile) { taken } else { 0 })
                });
                if option.iter().all(|&pile| pile >= 0) && !out && !options.contains(&option) {
                    options.push(option);
                }
            }
        }
        options
    }

    /// All positions with piles below a side, smallest sums first.
    fn positions(&self, side: i64) -> Vec<Position> {
        let mut all = vec![Vec::new()];
        for _ in 0..self.piles {
            all = all
                .into_iter()
                .flat_map(|start: Position| (0..side).map(move |pile| [start.clone(), vec![pile]].concat()))
                .collect();
        }
        all.sort_by_key(|position| position.iter().sum::<i64>());
        all
    }

    /// Who loses: fewer than `block` options are lost for whoever moves from them; in misere play, there is an option.
    fn lost(&self, side: i64, without: Option<(&[usize], i64)>) -> HashMap<Position, bool> {
        let mut lost = HashMap::new();
        for position in self.positions(side) {
            let options = self.options(&position, without);
            let winning = options.iter().filter(|option| lost[*option]).count();
            lost.insert(position, winning < self.block && !(self.misere && options.is_empty()));
        }
        lost
    }

    /// Sprague-Grundy values.
    fn values(&self, side: i64) -> HashMap<Position, u32> {
        let mut values: HashMap<Position, u32> = HashMap::new();
        for position in self.positions(side) {
            let taken: Vec<u32> = self.options(&position, None).iter().map(|option| values[option]).collect();
            let value = (0..).find(|value| !taken.contains(value)).expect("a number that is not taken");
            values.insert(position, value);
        }
        values
    }
}

/// Ways to move, and whether some take any number from two piles at once.
fn random_moves(piles: usize, tape: &mut Tape) -> (Vec<Move>, bool) {
    let count = 1 + tape.below(if piles == 3 { 3 } else { 4 });
    let mut moves = Vec::new();
    let mut diagonal = false;
    if piles == 3 || tape.chance(1, 2) {
        // Nim from every pile.
        let amount = amount(tape);
        for pile in 0..piles {
            moves.push(Move { weights: (0..piles).map(|other| i64::from(other == pile)).collect(), amount });
        }
    }
    for _ in 0..count {
        let amount = amount(tape);
        let mut weights: Vec<i64> = vec![0; piles];
        weights[tape.below(piles)] = if tape.chance(1, 5) { 2 } else { 1 };
        if piles == 2 && tape.chance(1, 3) {
            weights = vec![1, 1];
            diagonal |= !matches!(amount, Amount::Exactly(_));
        } else if piles > 1 && matches!(amount, Amount::Exactly(_)) && tape.chance(1, 3) {
            weights = (0..piles).map(|_| tape.range(0, 2)).collect();
            if weights.iter().sum::<i64>() == 0 {
                weights[0] = 1;
            }
        }
        moves.push(Move { weights, amount });
    }
    (moves, diagonal)
}

fn amount(tape: &mut Tape) -> Amount {
    match tape.below(5) {
        0 | 1 => Amount::Exactly(tape.range(1, 4)),
        2 => Amount::UpTo(tape.range(1, 3)),
        _ => Amount::Any,
    }
}

fn big(position: &[i64]) -> Vec<BigInt> {
    position.iter().map(|&pile| pile.into()).collect()
}

/// One game and one question about it; says which.
pub fn check(tape: &mut Tape, lab: &mut Lab) -> Checked<&'static str> {
    let question = tape.below(28);
    let mut game = Game::random((6..=19).contains(&question), tape);
    if question == 0 {
        game.system = None;
    }
    game.misere = !(3..=19).contains(&question) && game.block == 1 && tape.chance(1, 2);
    if matches!(question, 25 | 26) {
        return outcomes(&game, tape, lab);
    }
    lab.run(&game.command())?;
    lab.tally("game");
    let compared = asked(question, &game, tape, lab);
    if game.misere && compared.is_ok() {
        lab.tally("misere");
    }
    compared
}

fn asked(question: usize, game: &Game, tape: &mut Tape, lab: &mut Lab) -> Checked<&'static str> {
    match question {
        0..=2 => kernel(game, lab),
        3..=5 if game.block == 1 && game.piles == 2 => table(game, lab),
        // Most of these pass a limit.
        6..=19 => grundy(game, tape, lab),
        20..=22 => redundant(game, lab),
        23 | 24 => given(game, tape, lab),
        _ => position(game, lab),
    }
}

fn proved(lab: &mut Lab, command: &str) -> Checked<(filbert::logic::Verdict, String)> {
    match lab.run(command)?.effect {
        Effect::Proved(verdict, proof) => Ok((verdict, filbert::report::seen::proof(&proof))),
        other => wrong(format!("{command} gives {other:?}")),
    }
}

fn kernel(game: &Game, lab: &mut Lab) -> Checked<&'static str> {
    if !proved(lab, "kernel P of G:")?.0.truth {
        return wrong("a kernel that was found is not one");
    }
    let found = lab.relation("P")?;
    for (position, lost) in game.lost(game.side(), None) {
        if found.contains(&big(&position)) != lost {
            return wrong(format!("kernel: {position:?} is {}", if lost { "a P-position" } else { "no P-position" }));
        }
    }
    lab.tally("kernel");
    if game.misere {
        no_values(lab)?;
    }
    Ok("kernel")
}

/// Outcomes where Left moves as in a game, and Right in other ways.
fn outcomes(left: &Game, tape: &mut Tape, lab: &mut Lab) -> Checked<&'static str> {
    let (moves, diagonal) = random_moves(left.piles, tape);
    let right = Game { moves, block: 1, misere: false, ..*left };
    let system = if diagonal { Some("msd_fib") } else { left.system };
    let left = Game { moves: left.moves.clone(), system, block: 1, misere: false, ..*left };
    let text: Vec<String> = right.moves.iter().map(Move::text).collect();
    let command = left.command();
    lab.run(&format!("{} right \"{}\":", command.trim_end_matches(':'), text.join(" | ")))?;
    if !proved(lab, "outcomes O of G:")?.0.truth {
        return wrong("outcomes that were found are none");
    }
    let classes = ["P", "N", "L", "R"].map(|outcome| lab.relation(&format!("O_{outcome}")));
    let [previous, next, of_left, of_right] = classes;
    let classes = [previous?, next?, of_left?, of_right?];
    // Whether Left and Right lose who are to move.
    let mut lost: HashMap<Position, [bool; 2]> = HashMap::new();
    for position in left.positions(left.side()) {
        let loses = [(&left, 1), (&right, 0)].map(|(moves, other): (&Game, usize)| {
            moves.options(&position, None).iter().all(|option| !lost[option][other])
        });
        let expected = [loses == [true; 2], loses == [false; 2], loses == [false, true], loses == [true, false]];
        if classes.each_ref().map(|class| class.contains(&big(&position))) != expected {
            return wrong(format!("outcomes: {position:?}, where Left and Right lose moving first: {loses:?}"));
        }
        lost.insert(position, loses);
    }
    lab.tally("outcomes");
    Ok("outcomes")
}

/// Values of misere games are refused.
fn no_values(lab: &mut Lab) -> Checked<()> {
    let stored = lab.session.games().into_iter().find(|(name, _)| name == "G");
    let table = stored.map(|(_, stored)| lab.session.table(&stored, 3));
    if table != Some(Err(TableError::Misere)) {
        return wrong(format!("a table of a game in misere play: {table:?}"));
    }
    match lab.run("grundy V of G upto 1:") {
        Err(Outcome::Wrong(why)) if why.contains("no Sprague-Grundy values") => Ok(()),
        other => wrong(format!("values of a game in misere play: {:?}", other.map(|run| run.effect))),
    }
}

fn table(game: &Game, lab: &mut Lab) -> Checked<&'static str> {
    let known = lab.session.games().into_iter().find(|(name, _)| name == "G");
    let Some((_, stored)) = known else { return wrong("the game is not there") };
    let side = game.side();
    let table = match lab.session.table(&stored, side as usize) {
        Ok(table) => table,
        Err(TableError::Limit(_)) => return Err(Outcome::Skipped("engine's limit on a table")),
        Err(error) => return wrong(format!("table: {error}")),
    };
    for (position, value) in game.values(side) {
        let found = table.value(position[0] as usize, position[1] as usize);
        if found != value {
            return wrong(format!("table: {position:?} has the value {value}, not {found}"));
        }
    }
    lab.tally("table");
    Ok("table")
}

fn grundy(game: &Game, tape: &mut Tape, lab: &mut Lab) -> Checked<&'static str> {
    let most = 1 + tape.below(2) as u32;
    proved(lab, &format!("grundy V of G upto {most}:"))?;
    let values = game.values(game.side());
    for layer in 0..=most {
        let found = lab.relation(&format!("V_{layer}"))?;
        for (position, &value) in &values {
            if found.contains(&big(position)) != (value == layer) {
                return wrong(format!("grundy: {position:?} has the value {value}, which $V_{layer} denies"));
            }
        }
    }
    lab.tally("grundy");
    Ok("grundy")
}

/// Amounts that are shown as redundant change nothing; amounts that change something are not shown.
fn redundant(game: &Game, lab: &mut Lab) -> Checked<&'static str> {
    let (_, about) = match proved(lab, "redundant G:") {
        // Games without lines of moves are refused.
        Err(Outcome::Wrong(why)) if why.contains("no moves along lines") => return Ok("redundant"),
        other => other?,
    };
    let before = game.lost(game.side(), None);
    for part in about.split("; ") {
        let Some((line, found)) = part.split_once(": ") else { return wrong(format!("redundant shows {about}")) };
        let line: Vec<usize> = (0..game.piles)
            .filter(|&pile| line.trim_start_matches("i from ").split(" and ").any(|p| p == POSITION[pile]))
            .collect();
        let amounts = found.strip_prefix("redundant for i = ").unwrap_or("");
        let open = amounts.ends_with("...");
        let amounts: Vec<i64> = amounts.split(", ").filter_map(|amount| amount.parse().ok()).collect();
        let last = if open { amounts.last().copied().unwrap_or(0) } else { i64::MAX };
        for amount in 1..6 {
            let changes = game.lost(game.side(), Some((&line, amount))) != before;
            if changes && amount <= last && amounts.contains(&amount) {
                return wrong(format!("{amount} from {line:?} is not redundant: {about}"));
            }
        }
    }
    lab.tally("redundant");
    Ok("redundant")
}

/// A candidate that is the kernel, or is wrong somewhere.
fn given(game: &Game, tape: &mut Tape, lab: &mut Lab) -> Checked<&'static str> {
    proved(lab, "kernel P of G:")?;
    let names = POSITION[..game.piles].join(",");
    // The tracks of a definition are in alphabetical order.
    let wrongly: Position = (0..game.piles).map(|_| tape.range(0, 3)).collect();
    let place: Vec<String> = wrongly.iter().zip(POSITION).map(|(pile, name)| format!("{name}={pile}")).collect();
    let candidate = match tape.below(2) {
        0 => format!("$P({names})"),
        _ => format!("~($P({names}) <=> ({}))", place.join(" & ")),
    };
    let arguments = ["a", "b", "c"];
    let renamed = POSITION[..game.piles]
        .iter()
        .zip(arguments)
        .fold(candidate.clone(), |text, (old, new)| text.replace(&format!("{old}="), &format!("{new}=")));
    let renamed = renamed.replace(&format!("$P({names})"), &format!("$P({})", arguments[..game.piles].join(",")));
    lab.run(&format!("def cand \"?{} {renamed}\":", game.system.unwrap_or("msd_2")))?;
    let (verdict, about) = proved(lab, "kernel Q of G given $cand:")?;
    let right = candidate == format!("$P({names})");
    if verdict.truth != right {
        return wrong(format!("a candidate that is {right} is said to be {}", verdict.truth));
    }
    if let (false, Some(example)) = (verdict.truth, verdict.example) {
        let shown: Option<Position> = example.iter().map(|(_, pile)| pile.number()?.to_i64()).collect();
        if about.contains("-position") && shown != Some(wrongly.clone()) {
            return wrong(format!("{shown:?} is shown, and the candidate is wrong at {wrongly:?} alone: {about}"));
        }
    }
    lab.tally("kernel");
    Ok("given")
}

/// A player against the solver.
fn position(game: &Game, lab: &mut Lab) -> Checked<&'static str> {
    let (mut player, kernel) = match lab.session.player("G") {
        Ok(Some(known)) => known,
        Ok(None) => return wrong("no player of the game"),
        Err(CommandError::Unfinished(_) | CommandError::Limit { .. }) => {
            return Err(Outcome::Skipped("engine unfinished"));
        }
        Err(failure) => return wrong(format!("player: {failure:?}")),
    };
    let budget = filbert::script::Limits::default().budget();
    let side = game.side().min(9);
    let lost = game.lost(side, None);
    for position in game.positions(side) {
        let outcome = player.outcome(&kernel, &big(&position), &budget).ok().flatten();
        let fits = match &outcome {
            Some(Winner::Lost) => lost[&position],
            Some(Winner::Won(moves)) => {
                let option: Position = moves[0].iter().filter_map(ToPrimitive::to_i64).collect();
                !lost[&position] && game.options(&position, None).contains(&option) && lost[&option]
            }
            Some(Winner::Over) => game.misere && game.options(&position, None).is_empty(),
            None => false,
        };
        if !fits {
            return wrong(format!("position {position:?}: {outcome:?}"));
        }
    }
    lab.tally("position");
    Ok("position")
}
