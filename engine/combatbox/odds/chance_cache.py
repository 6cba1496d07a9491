"""A cache of the named probabilities of a game under its default rulings.

Computing these probabilities takes longer than everything else that is shown with a table. The cache stores them as
JSON, keyed by the digests of the book, of the list of named probabilities and of the code that computes them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from hashlib import sha256
from inspect import getfile
from pathlib import Path

from combatbox.library.book import Book
from combatbox.library.cache import Cache, user_cache
from combatbox.library.cached_books import code_digest
from combatbox.library.schema import ChanceModel
from combatbox.odds import exact_odds
from combatbox.odds.exact_odds import Chains, Odds
from combatbox.play.canonical_json import canonical_json

_LATEST: dict[str, tuple[str, Mapping[str, ChanceModel], Odds]] = {}
"""For each game, the digest of its latest book, its named probabilities and their values.

There is one entry per game, because a server runs for days.
"""

_CHAINS: dict[str, Chains] = {}
"""For each game, the chains of its latest book; after a change of tables, their unaffected steps are reused."""


def named_chances(book: Book) -> Odds:
    """Return the named probabilities under the default rulings by id, from the cache if it has them.

    After a change of tables, only the steps of rolls that read a changed table are computed again.
    """
    digest, chances, odds = _LATEST.get(book.key, ("", {}, {}))
    if digest != book.digest or chances != book.chances:  # chances are not rules, so the digest omits them
        made_of = _sources_digest(book)
        odds = _cached(book, made_of) or _computed(book, made_of)
        _LATEST[book.key] = book.digest, book.chances, odds
    return odds


def _sources_digest(book: Book) -> str:
    """Return the digest of everything on which the probabilities depend."""
    asked = canonical_json([asdict(chance) for chance in book.chances.values()])
    return sha256(f"{book.digest} {asked} {_program(book.base_game or book.key)}".encode()).hexdigest()


def _program(key: str) -> str:
    """Return the digest of the code that plays a game and computes the probabilities."""
    follows = Path(getfile(exact_odds)).read_bytes()
    return f"{code_digest(key)} {sha256(follows).hexdigest()}"


def cached_chances() -> Cache:
    """Return the cache of computed probabilities, which needs a few kilobytes for each version of a game's tables."""
    return user_cache("chances", 2_000_000)


def _cached(book: Book, made_of: str) -> Odds:
    body = cached_chances().get(book.key, made_of)
    return {id_: Fraction(*parts) for id_, parts in json.loads(body).items()} if body else {}


def _computed(book: Book, made_of: str) -> Odds:
    followed = _CHAINS[book.key] = Chains(book, earlier=_CHAINS.get(book.key))
    odds = followed.chances()
    body = json.dumps({id_: chance.as_integer_ratio() for id_, chance in odds.items()})
    cached_chances().put(book.key, made_of, body.encode())
    cached_chances().evict()
    return odds
