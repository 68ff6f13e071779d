//! Runs LALRPOP on `grammar/`.

fn main() {
    // The directory, so that a new grammar is noticed; LALRPOP itself names the files it has read.
    println!("cargo::rerun-if-changed=grammar");
    lalrpop::Configuration::new()
        .set_in_dir("grammar")
        .emit_rerun_directives(true)
        .process()
        .expect("the grammars in grammar/ are well formed");
}
