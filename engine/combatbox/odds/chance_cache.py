"""The named chances of a game under its default rulings, cached from one command to the next.

Following them to their ends takes longer than everything else that shows a table. They are cached as JSON by the digests of
the book, of the chances and of the code that follows them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from hashlib import sha256
from inspect import getfile
from pathlib import Path

from combatbox.library.book import Book
from combatbox.library.cache import Cache, user_cache
from combatbox.library.cached_books import program
from combatbox.library.schema import ChanceModel
from combatbox.odds import exact_odds
from combatbox.odds.exact_odds import Chains, Odds

_KNOWN: dict[str, tuple[str, Mapping[str, ChanceModel], Odds]] = {}
"""By game: the digest of the book that was asked for last, the chances it names, and how likely they are. One entry each, for
a server builds for days."""

_CHAINS: dict[str, Chains] = {}
"""By game: the chains last followed, for the steps that a change of tables leaves as they are."""


def named(book: Book) -> Odds:
    """The named chances under the default rulings, by id, found once while the tables are the same.

    After a change of tables, the steps that read none of those that changed are kept.
    """
    digest, chances, odds = _KNOWN.get(book.key, ("", {}, {}))
    if digest != book.digest or chances != book.chances:  # no rule are they, so the digest leaves them out
        made_of = _made_of(book)
        odds = _cached(book, made_of) or _found(book, made_of)
        _KNOWN[book.key] = book.digest, book.chances, odds
    return odds


def _made_of(book: Book) -> str:
    """The digest of all that the chances are made of."""
    asked = "".join(chance.model_dump_json() for chance in book.chances.values())
    return sha256(f"{book.digest} {asked} {_program(book.house or book.key)}".encode()).hexdigest()


def _program(key: str) -> str:
    """The digest of the code that plays a game, and of that which follows its rolls."""
    follows = Path(getfile(exact_odds)).read_bytes()
    return f"{program(key)} {sha256(follows).hexdigest()}"


def cached_chances() -> Cache:
    """The cache of named chances: a few kilobytes for each game and state of its tables."""
    return user_cache("chances", 2_000_000)


def _cached(book: Book, made_of: str) -> Odds:
    body = cached_chances().get(book.key, made_of)
    return {id_: Fraction(*parts) for id_, parts in json.loads(body).items()} if body else {}


def _found(book: Book, made_of: str) -> Odds:
    followed = _CHAINS[book.key] = Chains(book, earlier=_CHAINS.get(book.key))
    odds = followed.chances()
    body = json.dumps({id_: chance.as_integer_ratio() for id_, chance in odds.items()})
    cached_chances().put(book.key, made_of, body.encode())
    cached_chances().evict()
    return odds
