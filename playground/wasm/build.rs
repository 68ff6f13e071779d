//! Formulas nested deep need a deep stack; so much of one as a browser has besides.

fn main() {
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={}", 64 << 20);
    }
    println!("cargo::rerun-if-changed=build.rs");
}
