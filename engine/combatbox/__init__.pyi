"""What `import combatbox` offers, for type checkers: at run time it is loaded when it is used."""

from combatbox.api import GAMES as GAMES
from combatbox.api import Book as Book
from combatbox.api import CombatBoxError as CombatBoxError
from combatbox.api import Decision as Decision
from combatbox.api import Estimate as Estimate
from combatbox.api import Flight as Flight
from combatbox.api import Log as Log
from combatbox.api import Odds as Odds
from combatbox.api import Player as Player
from combatbox.api import RollResult as RollResult
from combatbox.api import exact_odds as exact_odds
from combatbox.api import fly as fly
from combatbox.api import load as load
from combatbox.api import narrate as narrate
from combatbox.api import print_sheets as print_sheets
from combatbox.api import read_log as read_log
from combatbox.api import roll as roll
from combatbox.api import simulate as simulate
from combatbox.api import simulate_each_mission as simulate_each_mission
from combatbox.api import write_log as write_log

__version__: str
