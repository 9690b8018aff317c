"""How English texts are recognised, and how their words are stemmed."""

from __future__ import annotations

from languages.folding import words
from languages.language import Analysis

ANALYSIS = Analysis(
    # These lists come from grammar, not from a benchmark.
    stop_words=words(
        """
a about above after again all also am an and any are aren as at be because been before being below between both but by
can could couldn did didn do does doesn doing don done down during each either else ever few for from further get gets
give given go going got had hadn has hasn have haven having he hello her here hers herself hey hi him himself his how
however i if in into is isn it its itself just kind kinds let ll m many may me might mine more most much must my myself
no nor not of off on once one only onto or other our ours ourselves out over own please re s same shall she should
shouldn since so some somebody someone something sort still such t tell than that the their theirs them themselves then
there these they thing things this those though through thus to too under until up upon us ve very via was wasn we were
weren what whatever when whenever where wherever whether which while who whoever whom whose why will with within
without would wouldn yes yet you your yours yourself yourselves
        """
    ),
    negations=words(
        "not no never nobody nothing none neither nor cannot without nt don doesn didn isn wasn aren weren won hasn "
        "haven"
    ),
    shared=words("an at can her in m on s t ve"),
    stemmer="english",
    folds_before_stemming=True,
    softened={"i": "y"},  # "stori" is the stem of story.
)
