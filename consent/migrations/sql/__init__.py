"""The statements that migrations run, in files of their own."""

from pathlib import Path

SQL = Path(__file__).parent


def judge() -> str:
    """Return the definition of `consent_judge` as it is now, for migrations that take it anew."""
    text = (SQL / "decisions.sql").read_text(encoding="utf-8")
    begin = text.index("CREATE OR REPLACE FUNCTION consent_judge")
    return text[begin : text.index("CREATE FUNCTION consent_reach")]
