"""JSON Schemas of the files of sheets, made from the same declarations by which these files are read."""

from __future__ import annotations

from collections.abc import Collection

from combatbox.games import GAMES
from combatbox.library.dataclass_schema import DRAFT, Schema, declared_schema, record_schema
from combatbox.press.blocks import BLOCKS
from combatbox.press.catalogue import KINDS, ShopFile
from combatbox.press.counters import CountersFile
from combatbox.press.layout import Layout
from combatbox.press.map_data import MapFile
from combatbox.press.provider import provider_of


def sheet_schemas(keys: Collection[str] = GAMES) -> dict[str, Schema]:
    """Return the schemas of layouts, counters, maps and the games' `shop.yaml`, by file name."""
    blocks = {"type": "array", "items": {"anyOf": [record_schema(kind) for kind in BLOCKS.values()]}}
    by_name: dict[str, Schema] = {
        "layout.json": {**record_schema(Layout), "title": "The layout of a sheet", "$defs": {"blocks": blocks}},
        "counters.json": {**record_schema(CountersFile), "title": "Counters or small cards"},
        "map.json": {**record_schema(MapFile), "title": "A strategic map"},
    }
    for key in keys:
        by_name[f"{key}-shop.json"] = {**_shop_schema(key), "title": f"The printed products of {key}"}
    return {name: {"$schema": DRAFT, **schema} for name, schema in by_name.items()}


def _shop_schema(key: str) -> Schema:
    """Return the schema of a `shop.yaml`, in which each product is named under its kind."""
    schema = record_schema(ShopFile)
    product = schema["properties"]["products"]["items"]
    options = {name: option for name, option in product["properties"].items() if name not in ("kind", "name")}
    product["properties"] = {**{kind: {"type": "string"} for kind in KINDS}, **options}
    product["required"] = ["title"]
    product["oneOf"] = [{"required": [kind]} for kind in KINDS]
    if data := provider_of(key).data:
        schema["properties"]["data"] = declared_schema(data)
    return schema
