"""How alike a model's vectors are where nothing is meant alike, which is what makes a cosine mean something."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SPREADS_FULL = 10.0
"""So many spreads above the background, two texts say the same: 0.72 with the built-in model. Evidence for a question
has a mean of 2.5 (chats) to 5 (long replies, passages)."""


@dataclass(frozen=True, slots=True)
class Background:
    """The cosines of pairs that have nothing to do with each other. Each model has its own."""

    mean: float
    spread: float  # their standard deviation, above 0

    def meaning(self, cosines: NDArray[np.float32]) -> NDArray[np.float64]:
        """How far each cosine is above the background: 0..1, which is the same for every model."""
        above = (cosines.astype(np.float64) - self.mean) / (SPREADS_FULL * self.spread)
        return np.clip(above, 0.0, 1.0)


UNKNOWN = Background(0.074, 0.082)
"""That of all-MiniLM-L6-v2; for vectors that were made before backgrounds were measured."""
