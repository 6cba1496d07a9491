// Markup for the scene of a mission, from the engine's description (see
// combatbox/play/scene_layout.py): planes or a table top, the track, lists and the sheet. The
// template templates/pages/_player.html.j2 writes the same markup for the page of a replay.
import { find, findAll } from "../common/dom.js";
import { html, raw, setMarkup } from "../common/html.js";

const LONG = 60; // lines; a longer list scrolls

/**
 * Return the shapes of a drawing from the templates of the page.
 * @param {Element} page
 * @param {string} name
 */
export function artOf(page, name) {
  const template = find(page, `template[data-art='${name}']`);
  const drawing = /** @type {HTMLTemplateElement | null} */ (template)?.content.firstElementChild;
  return raw(drawing?.innerHTML ?? "");
}

/** @param {Element} page @param {ScenePlane} plane @param {boolean} isOneOfMany */
function planeMarkup(page, { key, name, own, fields, art }, isOneOfMany) {
  const yours = own && isOneOfMany && !/your/i.test(name) ? " (yours)" : "";
  return html`<figure class="cb-player__plane${own ? " cb-player__plane--own" : ""}"
    data-plane="${key}" data-fields="${JSON.stringify(fields)}">
    <svg class="cb-air" viewBox="${art.around}" role="img"
    aria-label="${name} from above, her fighters about her" tabindex="0"
    aria-description="Arrow key down: what each gun bears on, one by one">
    <g class="cb-air__shots"></g>${artOf(page, art.plan)}<path class="cb-air__field" d=""/>
    ${artOf(page, art.plan_marks)}<g class="cb-air__fighters" data-view="plan"></g></svg>
    <figcaption>${name}${yours}</figcaption></figure>`;
}

/** @param {Element} page @param {ScenePlane} plane */
function sideMarkup(page, { key, name, art }) {
  const label = `${name} from the left: hits by compartment, and fighters high, level and low`;
  return html`<svg class="cb-side" data-plane="${key}" viewBox="${art.beside}" role="img"
    aria-label="${label}">${artOf(page, art.side)}${artOf(page, art.side_marks)}
    <g class="cb-air__fighters" data-view="side"></g></svg>
    <p class="cb-player__sight"><b>In sight</b> <span data-slot="fighters">nobody</span></p>`;
}

/** @param {SceneTop["zones"][number]} zone */
function zoneMarkup({ x, y, width, height, around, label }) {
  const about =
    around > 0 &&
    html`<rect class="cb-top__around" x="${x - around}" y="${y - around}"
      width="${width + 2 * around}" height="${height + 2 * around}" rx="${around}"/>`;
  return html`${about}<rect class="cb-top__zone" x="${x}" y="${y}" width="${width}"
    height="${height}"/>
    <text class="cb-top__name" x="${x + width / 2}" y="${y + height / 2}">${label}</text>`;
}

/** @param {string} id @param {SceneTop["models"][number]} model */
function modelMarkup(id, { key, name, group, length, sectors, art, short }) {
  return html`<g class="cb-model" data-model="${key}" data-name="${name}" data-group="${group}"
    data-length="${length}" data-sectors="${JSON.stringify(sectors)}"
    style="display:none"><g class="cb-model__turn"><g class="cb-model__smoke"></g>
    <use href="#${id}-${art}" transform="scale(${length})"/></g>
    <g class="cb-model__label"><text y="${length / 2}">${short}</text></g></g>`;
}

/** The drawing of a table top; its models are hidden. @param {string} id @param {SceneTop} top */
export function topMarkup(id, top) {
  const { width, height, margin, box, unit, far, grid, zones, models, fire } = top;
  const wide = width + 2 * margin;
  const high = height + 2 * margin;
  return html`<svg class="cb-top" id="${id}-top" viewBox="${box}" role="group"
    aria-label="The table top from above, with every model"
    style="aspect-ratio:${wide}/${high}" data-unit="${unit}" data-far="${far}"
    data-fire="${JSON.stringify(fire)}">
    <defs><clipPath id="${id}-edge"><rect x="${-margin}" y="${-margin}" width="${wide}"
    height="${high}"/></clipPath></defs>
    <g clip-path="url(#${id}-edge)" id="${id}-ground">
    <rect class="cb-top__table" width="${width}" height="${height}"/>
    <path class="cb-top__grid" d="${grid}"/>${zones.map(zoneMarkup)}</g>
    <g class="cb-top__fields"></g><g class="cb-top__ways"></g>
    ${models.map((model) => modelMarkup(id, model))}<g class="cb-top__aims"></g></svg>`;
}

/**
 * The map of a table top, its dice, and the controls of the view.
 * @param {string} id
 * @param {SceneTop} top
 */
function viewMarkup(id, { box, models }) {
  const arcs = models.map(({ key, name }) => html`<option value="${key}">${name}</option>`);
  return html`<svg class="cb-top cb-player__map" viewBox="${box}" aria-hidden="true"
    style="visibility:hidden"><use href="#${id}-ground"/><g></g></svg>
    <div class="cb-player__dice" data-slot="dice" aria-hidden="true"></div>
    <div class="cb-player__look"><label><span>Look at</span><select data-action="view">
    <option value="close">close up</option><option value="whole">whole table</option></select>
    </label>
    <label><span>Arcs of</span><select data-action="fields"><option value="">nobody</option>
    <option value="acting">who acts</option>${arcs}</select></label></div>`;
}

/**
 * The upper part of the scene: the planes, or the table top.
 * @param {Element} root
 * @param {Element} page
 * @param {Stage} stage
 */
export function airMarkup(root, page, { top, planes }) {
  if (top) return html`${topMarkup(root.id, top)}${viewMarkup(root.id, top)}`;
  const all = planes.map((plane) => planeMarkup(page, plane, planes.length > 1));
  return html`${all}${planes.length === 1 && sideMarkup(page, planes[0])}`;
}

/** @param {Stage["panels"][number]["entries"][number]} entry */
function entryMarkup({ key, label, boxes }) {
  const looks = boxes && html` data-boxes="${key}" style="--n:${boxes};--used:0"`;
  const drawn = html`<span class="cb-boxes" aria-hidden="true"></span>`;
  return html`<div${looks || null}><dt>${label}</dt><dd>${boxes ? drawn : null}
    <span data-note="${key}">–</span></dd></div>`;
}

/** @param {Stage["panels"][number]} panel */
const panelMarkup = ({ title, entries }) =>
  html`<div class="cb-player__panel"><p class="cb-player__title">${title}</p>
    <dl class="cb-player__list">${entries.map(entryMarkup)}</dl></div>`;

/** @param {Stage["grids"][number]} grid */
function gridMarkup({ title, corner, columns, rows }) {
  const heads = columns.map(({ label }) => html`<th scope="col">${label}</th>`);
  const lines = rows.map(({ key, label }) => {
    const cells = columns.map((column) => html`<td data-note="${key}/${column.key}"></td>`);
    return html`<tr><th scope="row">${label}</th>${cells}</tr>`;
  });
  return html`<div class="cb-scroll" data-cb-region="${title}">
    <table class="cb-errata cb-player__grid" style="--n:${columns.length + 1}">
    <thead><tr><th scope="col">${corner}</th>${heads}</tr></thead><tbody>${lines}</tbody>
    </table></div>`;
}

/** @param {Stage["lists"][number]} list */
function listMarkup({ key, title, lines }) {
  const long = html` class="cb-player__long" data-cb-region="${title}"`;
  const looks = [lines.length > LONG && long, !lines.length && raw(" hidden")];
  return html`<div data-list="${key}"${looks}>
    <p class="cb-player__sub">${title}</p>
    <ol data-lines="${key}">${lines.map((line) => html`<li>${line}</li>`)}</ol></div>`;
}

/** @param {Stage["tracks"][number]} track */
function trackMarkup({ label, stops }) {
  const items = stops.map(
    (stop) => html`<li data-stop="${stop.key}">
      <button type="button" data-action="stop">${stop.label}</button></li>`,
  );
  return html`<div><span>${label}</span><ol aria-label="${label}">${items}</ol></div>`;
}

/** The lower part of the scene: the track, the lists and the sheet. @param {Stage} stage */
export function belowMarkup({ tracks, panels, sheet, grids, lists }) {
  return html`<div class="cb-player__track">${tracks.map(trackMarkup)}</div>
    <div class="cb-player__panels">${panels.map(panelMarkup)}</div>
    <div class="cb-player__sheet"><p class="cb-player__title">${sheet}</p>
    ${grids.map(gridMarkup)}<div class="cb-player__written">${lists.map(listMarkup)}</div></div>`;
}

/**
 * Update the tracks and lists, which grow during a mission and become shorter after an undo.
 * @param {Element} root
 * @param {Stage} before the stage that is drawn
 * @param {Pick<Stage, "tracks" | "lists">} stage the new stage
 */
export function updateGrown(root, before, { tracks, lists }) {
  if (JSON.stringify(tracks) !== JSON.stringify(before.tracks)) {
    setMarkup(find(root, ".cb-player__track"), tracks.map(trackMarkup));
  }
  for (const { key, lines } of lists) {
    const box = find(root, `[data-list='${key}']`);
    const list = find(box, "ol");
    const items = findAll(list, "li");
    lines.forEach((line, n) => {
      const item = items[n] ?? list.appendChild(document.createElement("li"));
      if (item.textContent !== line) item.textContent = line;
    });
    for (const item of items.slice(lines.length)) item.remove();
    box.hidden = !lines.length;
  }
}
