"""The effects of table rows on a bomber, its crew and its attackers."""
