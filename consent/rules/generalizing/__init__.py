"""What a statement that leaves its private source behind may not say (domain.md 8)."""

from consent.rules.generalizing.judging import CHECKS, Source, few_fit, findings, open_checks

__all__ = ["CHECKS", "Source", "few_fit", "findings", "open_checks"]
