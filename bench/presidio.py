"""Presidio's findings for texts, one JSON array of (start, end, type) a line: run where it is installed.

`python bench/presidio.py MODEL` reads JSON strings from its input; MODEL is a spaCy model or its folder.
"""

from __future__ import annotations

import json
import sys
import time


def main(model: str) -> int:
    """Answer each line; the last line is the seconds that the analysis took."""
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import NlpEngineProvider

    settings = {"nlp_engine_name": "spacy", "models": [{"lang_code": "en", "model_name": model}]}
    engine = AnalyzerEngine(nlp_engine=NlpEngineProvider(nlp_configuration=settings).create_engine())
    taken = 0.0
    for line in sys.stdin:
        text = json.loads(line)
        begun = time.perf_counter()
        found = engine.analyze(text=text, language="en")
        taken += time.perf_counter() - begun
        print(json.dumps([(one.start, one.end, one.entity_type) for one in found]))
    print(json.dumps(taken))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
