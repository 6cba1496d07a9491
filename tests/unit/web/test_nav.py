"""The navigation: pages in the order of their front matter, and those that ask to stand elsewhere."""

from types import SimpleNamespace

from combatbox.web.nav import navigation

FRONTS = {
    "index.md": {"title": "Home", "order": 0},
    "queen/index.md": {"title": "Queen"},
    "queen/words.md": {"title": "Words: Queen", "nav_title": "Queen", "nav_group": "Words of the tables", "order": 86},
    "queen/tables/p-1.md": {"title": "P-1 Nose"},
    "attack/index.md": {"title": "Attack"},
    "attack/words.md": {"title": "Words: Attack", "nav_title": "Attack", "nav_group": "Words of the tables"},
    "attack/places.md": {"title": "Places: Attack", "nav_title": "Attack", "nav_group": "Places in play"},
    "authors/index.md": {"title": "Make it yours", "order": 1},
    "authors/verify.md": {"title": "Verify"},
}


def described(title, like=""):
    """Return as much of a game's description as the navigation reads."""
    return SimpleNamespace(title=title, like=like)


def test_a_page_for_authors_stands_with_theirs_and_not_with_its_game():
    assert navigation(FRONTS, {"queen": described("Queen"), "attack": described("Attack")}) == [
        {"Home": "index.md"},
        {"Queen": [{"Queen": "queen/index.md"}, {"Tables": [{"P-1 Nose": "queen/tables/p-1.md"}]}]},
        {"Attack": [{"Attack": "attack/index.md"}]},
        {
            "Make it yours": [
                {"Make it yours": "authors/index.md"},
                {"Verify": "authors/verify.md"},
                {"Places in play": [{"Attack": "attack/places.md"}]},
                {"Words of the tables": [{"Queen": "queen/words.md"}, {"Attack": "attack/words.md"}]},
            ]
        },
    ]


def test_a_variant_stands_in_the_section_of_its_game():
    games = {
        "winter": described("Winter", like="queen"),
        "queen": described("Queen"),
        "lone": described("Lone", like="gone"),
    }
    fronts = {f"{key}/index.md": {"title": game.title} for key, game in games.items()}
    assert navigation(fronts, games) == [
        {"Queen": [{"Queen": "queen/index.md"}, {"Winter": [{"Winter": "winter/index.md"}]}]},
        {"Lone": [{"Lone": "lone/index.md"}]},
    ]
