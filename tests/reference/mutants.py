"""List the mutants of the reference; what each replaces stands there once."""

from tests.reference import mutants_of_agreement, mutants_of_places

Mutant = tuple[str, str, str]
ALL: list[Mutant] = [
    *mutants_of_agreement.CONSENT,
    *mutants_of_agreement.PARTIES,
    *mutants_of_agreement.BELONGING,
    *mutants_of_places.PLACES,
    *mutants_of_places.LISTING,
    *mutants_of_places.TRUST,
]
