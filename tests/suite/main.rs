//! The integration tests, in one binary: what filbert answers, against oracles that share no code with the engine.

mod bounded;
mod cli;
mod counting;
mod covers;
mod documentation;
mod formulas;
mod games;
mod integers;
mod library;
mod mutated_words;
mod mutations;
mod numeration;
mod oracle;
mod queens;
mod shifts;
mod three_piles;
mod triples;
mod walnut;
mod walnut_console;
mod walnut_counting;
mod walnut_files;
mod walnut_languages;
mod walnut_right;
mod walnut_systems;
mod walnut_words;
mod words;
