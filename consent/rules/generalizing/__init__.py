"""What a statement that leaves its private source behind may not say."""

from consent.rules.generalizing.judging import CHECKS, Source, few_fit, findings, open_checks

__all__ = ["CHECKS", "Source", "few_fit", "findings", "open_checks"]
