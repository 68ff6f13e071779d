//! Runs LALRPOP on `grammar/`.

fn main() {
    lalrpop::Configuration::new()
        .set_in_dir("grammar")
        .emit_rerun_directives(true)
        .process()
        .expect("the grammars in grammar/ are well formed");
}
