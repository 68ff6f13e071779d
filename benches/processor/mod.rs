//! What other processes have taken, as Linux counts it.

/// Seconds of the processor, in hundredths, that processes took which were started here and have ended.
pub fn taken() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // After the name, which may hold anything, the fields from the third on: the sixteenth and seventeenth count.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |number: usize| fields.get(number - 3)?.parse::<f64>().ok();
    Some((ticks(16)? + ticks(17)?) / 100.0)
}
