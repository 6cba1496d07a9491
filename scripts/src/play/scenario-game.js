// A game of a scenario that the address holds.
import { knownRulings } from "../common/ruling-store.js";
import { scenarioIn } from "../scenario/link.js";

/**
 * Begin a game of the scenario in an address, with dice rolled by the program.
 * @param {PlayTable} table
 * @param {string} hash
 */
export async function beginScenario(table, hash) {
  const found = scenarioIn(hash);
  if (!found) return;
  await table.session.open();
  const { rulings, seats } = table.session.described();
  const seat = seats.find(({ key }) => key === found.seat);
  const { title } = found.data;
  const rules = Object(found.data.rules); // the engine judges them
  // What the scenario states takes precedence over what the player has chosen for the whole site.
  const own = Object.entries(knownRulings(table.data.game, rulings)).filter(
    ([key]) => !(key in rules || rulings[key].id in rules),
  );
  const options = {
    seed: table.newSeed(),
    scenario: found.data,
    rulings: { ...Object.fromEntries(own), ...seat?.rulings },
  };
  await table.begin(options, String(title ?? "A scenario"));
}
