"""Progress bars for terminals and notebooks, with tqdm."""

from __future__ import annotations

from typing import Any

from ._filbert import Progress


class ProgressBar:
    """A tqdm bar that shows what a session is doing: ``Session(progress=ProgressBar())``."""

    def __init__(self, **options: Any) -> None:
        from tqdm.auto import tqdm

        self._make = tqdm
        self._options = {"leave": False, "unit": " states", "bar_format": "{desc} {n_fmt} states [{elapsed}]", **options}
        self._bar: Any = None

    def __call__(self, progress: Progress | None) -> None:
        if progress is None:
            if self._bar is not None:
                self._bar.close()
                self._bar = None
            return
        if self._bar is None:
            self._bar = self._make(**self._options)
        self._bar.n = progress.states
        shown = progress.step or progress.statement
        self._bar.set_description_str(shown if len(shown) <= 60 else shown[:57] + "...", refresh=False)
        self._bar.refresh()
