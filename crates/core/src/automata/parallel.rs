//! Work on the pieces of a list, by several threads.

use std::sync::Mutex;

/// Calls `work` on the pieces into which `helpers` threads and this one cut a list, and on where each begins.
pub fn for_each_piece<T: Send>(list: &mut [T], helpers: usize, work: impl Fn(usize, &mut [T]) + Sync) {
    for_each_piece_meanwhile(list, helpers, work, || {});
}

/// Like [`for_each_piece`], but this thread calls `meanwhile` before it takes its first piece.
pub fn for_each_piece_meanwhile<T: Send>(
    list: &mut [T],
    helpers: usize,
    work: impl Fn(usize, &mut [T]) + Sync,
    meanwhile: impl FnOnce(),
) {
    if helpers == 0 {
        meanwhile();
        return work(0, list);
    }
    let size = list.len().div_ceil(helpers + 1).max(1);
    let pieces = Mutex::new(list.chunks_mut(size).enumerate());
    let help = || {
        while let Some((i, piece)) = { pieces.lock().expect("no holder panics").next() } {
            work(i * size, piece);
        }
    };
    std::thread::scope(|scope| {
        // Where no thread can be started this one does the work of all.
        let start = |_| std::thread::Builder::new().spawn_scoped(scope, help).ok();
        let _threads: Vec<_> = (0..helpers).map_while(start).collect();
        meanwhile();
        help();
    });
}
