"""Awari for a net: the mover always sees its own row first, so nothing has to be turned."""

from hopsow.lab.learning.policies.contract import Counts, Outlook, Size

OUTLOOK = Outlook(
    sight=Counts(most=24),  # a store with more has won
    small=Size(width=128, blocks=2, games=128, positions=16_384),
    large=Size(width=384, blocks=5, games=8192, positions=1_000_000),
    simulations=24,
    max_plies=300,
)
