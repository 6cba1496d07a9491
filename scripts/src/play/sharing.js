// What leaves the page: links to the game, its log and a picture of it.
import { download, downloadText, fileNameOf } from "./download.js";
import { sendLink, turnLink } from "./hand-over.js";
import { drawPicture } from "./screenshot.js";

/** Return a link to the game. @param {PlayTable} table */
const linkTo = async ({ session }) =>
  `${location.href.split("#")[0]}#game=${await session.handle().call("share")}`;

/** Return a picture of the table. @param {PlayTable} table */
async function pictureOf({ root, board, state: { game, stage } }) {
  const facts = [board.place(), ...(stage?.facts ?? [])].filter(Boolean);
  const picture = await drawPicture(root, game.title, facts);
  return new File([picture], `${fileNameOf(game)}.png`, { type: "image/png" });
}

/** Copy a link. @param {PlayTable} table @param {number} [event] that it leads to; 0 for none */
export async function share(table, event = 0) {
  const url = (await linkTo(table)) + (event ? `@${event}` : "");
  const from = event ? " from that line on" : "";
  table.messages.copy(url, `Anyone who opens this address sees the game${from}.`);
}

/** Share the result with the share sheet of the device. @param {PlayTable} table */
export async function shareResult(table) {
  const url = await linkTo(table);
  const { title } = table.data;
  const result = table.decision.ask.querySelector("[data-slot=result]")?.textContent;
  if (result && !navigator.share) {
    return table.messages.copy(`${result}\n${url}`, "The result, with a link to the flight.");
  }
  const text = result ?? `${title}: ${table.state.lines.at(-1)?.text ?? ""}`;
  await sendLink(table.messages, { title, text, url, files: [await pictureOf(table)] });
}

/** Send the game to the device of the player who decides now. @param {PlayTable} table */
export async function handOver(table) {
  const { game } = table.state;
  const { title } = table.data;
  const turn = table.state.seen?.turn ?? "";
  const text = await table.session.handle().call("share");
  game.seat = table.session.described().sides.find((side) => side !== turn);
  table.savedGames.save(game);
  await table.showAway();
  const words = `Now the ${turn} decides in ${title}.`;
  await sendLink(table.messages, { title, text: words, url: turnLink(turn, game.id, text) });
}

/** @param {PlayTable} table */
export async function saveLog({ session, state }) {
  const text = await session.handle().call("log");
  downloadText(`${fileNameOf(state.game)}.jsonl`, text, "application/x-ndjson");
}

/** @param {PlayTable} table */
export async function savePicture(table) {
  const file = await pictureOf(table);
  download(file, file.name);
}
