// The globals that scripts share with each other and with tests, and the types of the data in pages
// and in the engine's answers. The Python modules that write the data document its fields.

interface Window {
  /** Previews by part and id, set by `assets/previews/GAME-PART.js`. */
  cbPreviews?: Record<string, Record<string, string>>;
  /** The digest of the tables of each game, by key, set by `assets/js/digests.js`. */
  cbDigests?: Record<string, string>;
  /** Set by `search.js`, which is loaded at its first use. */
  cbSearch?: { open(question?: string): void };
  /** Set by `reader.js`, which is loaded at its first use. */
  cbCorrection?: { open(opener: HTMLElement): void };
  cbReader?: { open(opener: HTMLElement): void };
  cbKeep?: (paths?: string[]) => Promise<void>;
  /** The index of the search, set by `assets/search/index.js`. */
  cbFind: import("./search/search-index.js").SearchData;
  cbRoller?: Record<string, unknown>;
  cbArcRules?: (data: FireData) => import("./fire-arcs/rules.js").ArcRules;
  cbEngineFiles?: EngineFiles;
  cbEngineBooks?: EngineBooks;
  /** The record sheets of a game, set by the script that `EngineBooks` names. */
  cbEngineSheets?: object;
  /** Called by each script that holds a slice of a file, on pages that are opened from a folder. */
  cbEngineSlice?: (text: string) => void;
  cbCreatePyodide?: unknown;
  loadPyodide(options: object): Promise<any>;
  /** Set by `play-extras.js`, which is loaded at its first use. */
  cbPlayExtras?: typeof import("./play/extras.js");
  /** Set by `tape.js`, which is loaded at its first use. */
  cbTape?: typeof import("./tape/tape.js");
  /** Hooks with which browser tests play, and which they make fail. */
  cbPlay?: Record<string, unknown>;
  cbEngine?: typeof import("./engine/engine-client.js").engineClient;
  cbSaves?: typeof import("./play/save-store.js").saveStore;
}

type EngineHandle = import("./engine/engine-client.js").EngineHandle;
type PlayTable = import("./play/table.js").PlayTable;
type TabletopView = import("./replay/tabletop.js").TabletopView;
type FireData = import("./fire-arcs/rules.js").FireData;

/** A ruling of a book, as the engine describes it. */
interface Ruling {
  id: string;
  question: string;
  options: Record<string, string>;
  default: string;
  optional?: boolean;
}

/** A table as it is exported (`combatbox/library/export.py`). */
interface RollTable {
  id: string;
  title: string;
  dice: string;
  shape: string;
  columns: Record<string, string>;
  rows: any[];
  clamp: [number, number];
  conditions: Record<string, any>;
  quantities: Record<string, any>;
  modifiers: any[];
  adjusts: { when: string }[];
  floors: { natural: number; net: number; when?: string }[];
  forced: any[];
  first: any[];
}

/** The data in the page of a table for its roller (`combatbox/web/table_page.py`). */
interface RollerData {
  game: string;
  table: RollTable;
  links: Record<
    string,
    { name: string; href: string; rolled: boolean; keeps: string[]; asks: string[] }
  >;
  after: string[];
  ends: string[];
  facts: Record<string, { options: Record<string, string> }>;
  reads: { of: string; facts: string[]; values: Record<string, any> }[];
  hands: Record<
    string,
    {
      table?: string;
      facts: Record<string, string | { by: string; values: Record<string, string> }>;
      numbers: Record<string, number>;
    }[]
  >;
}

/** `[type, plane, x, y, heading, side x, side y, label, state, words]` */
type Fighter = [string, string, number, number, number, number, number, string, string, string];
/** `[fighter, plane, part, hit, ours]` */
type Shot = [string, string, string, boolean, boolean];
/** A place with a heading. */
type Spot = [number, number, number];
/** `[x, y, heading, smoke, coin, state]` */
type ModelState = [number, number, number, number, string, string];

/** A frame of a mission (`combatbox/play/frames.py`). */
interface Frame {
  t?: string;
  p?: Record<string, string>;
  h?: Record<string, number>;
  f?: Record<string, Fighter>;
  n?: Record<string, string>;
  b?: Record<string, number>;
  l?: Record<string, number>;
  e?: Record<string, string>;
  i?: string;
  c?: Record<string, string>;
  o?: string;
  s?: Shot[];
  k?: string[];
  m?: Record<string, ModelState>;
  w?: [model: string, way: Spot[], mark: [number, number] | null][];
  a?: [x: number, y: number, toX: number, toY: number, hit: boolean, group: string][];
  d?: [face: number, added: number, label: string, group: string][];
}

/**
 * The engine's files on a site (`combatbox/web/browser_engine.py`), by their paths in its folder.
 */
interface EngineFiles {
  digest: string;
  pyodide: string;
  stdlib: string;
  boot: string;
  lock: string;
  packs: Record<string, string>;
  /** The pack that prints record sheets; empty where no game has any. */
  press: string;
  sizes: Record<string, number>;
  slices: Record<string, string[]>;
}

type EngineBooks = Record<
  string,
  {
    path: string;
    size: number;
    slices: string[];
    code: string;
    title: string;
    sheets?: string;
    /** The tables, for corrections. */
    tables?: { path: string; size: number };
  }
>;

/** The files and tables that an engine loads. */
interface EnginePlan {
  base: string;
  files: EngineFiles;
  pack: string;
  book: { text?: string; url?: string; slices?: string[]; size?: number };
  /** Whether it corrects tables, which it keeps as files. */
  corrects?: boolean;
}

/** A game as this browser stores it. */
interface SavedGame {
  id: string;
  game: string;
  title: string;
  text: string;
  updated: number;
  seen: {
    over: boolean;
    place: string;
    facts: string[];
    isTour?: boolean;
    evening?: Evening;
  } | null;
  /** Whether it is the lesson, and the places whose captions were shown. */
  lesson?: boolean;
  taught?: string[];
  /** Of a mission of the day: its date, and the address that it was begun from. */
  day?: string;
  days?: string;
  /** The player's own tables by which it is played. */
  book?: { name: string; text: string } | null;
  /** A shared game is watched and not saved. */
  shared?: boolean;
  /** The player whose turns are decided on this device; undefined where all turns are. */
  seat?: string;
}

/** Constants that each build writes at the head of the service worker. */
declare const BUILD: string;
declare const FILES: Record<string, string>;
declare const PAPERS: Record<string, string>;

// TypeScript's library has no types for service workers and pages in one project.
interface ExtendableEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface ExtendableMessageEvent extends ExtendableEvent {
  data: any;
  source: { postMessage(message: object): void } | null;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  clientId: string;
  resultingClientId: string;
  respondWith(response: Promise<Response>): void;
}
interface ServiceWorkerGlobalScope {
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(name: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(name: "message", listener: (event: ExtendableMessageEvent) => void): void;
  addEventListener(name: "fetch", listener: (event: FetchEvent) => void): void;
}

/** The layout of a scene (`combatbox/play/scene_layout.py`). */
interface ScenePlane {
  key: string;
  name: string;
  own: boolean;
  parts: Record<string, string>;
  fields: Record<string, [path: string, words: string]>;
  art: Record<"plan" | "plan_marks" | "side" | "side_marks" | "around" | "beside", string>;
}

interface SceneTop {
  width: number;
  height: number;
  margin: number;
  unit: number;
  far: number;
  box: string;
  grid: string;
  zones: {
    x: number;
    y: number;
    width: number;
    height: number;
    around: number;
    label: string;
  }[];
  models: {
    key: string;
    name: string;
    short: string;
    art: string;
    group: string;
    length: number;
    sectors: number[][];
  }[];
  /** The numbers for the tape; empty in a game without one. */
  fire: FireData | Record<string, never>;
}

interface SceneEntry {
  key: string;
  label: string;
  boxes?: number;
}

interface Stage {
  planes: ScenePlane[];
  top: SceneTop | null;
  tracks: { label: string; stops: SceneEntry[] }[];
  panels: { title: string; entries: SceneEntry[] }[];
  sheet: string;
  grids: { title: string; corner: string; columns: SceneEntry[]; rows: SceneEntry[] }[];
  lists: { key: string; title: string; lines: string[] }[];
  facts: string[];
}

/** The legal moves of a model; lengths in the units of the table. */
interface Reach {
  model: string;
  start: [x: number, y: number, heading: number];
  length: number;
  /** The first leg is at least `straight` and, before a turn, at most `latest`. */
  straight: number;
  latest: number;
  /** Degrees, at most. */
  turn: number;
  inch: number;
}

/** A line of the account (`combatbox/play/controller.py`). */
interface AccountLine {
  event: number;
  kind: string;
  place: string;
  depth: number;
  who: string;
  text: string;
  dice: (string | number)[];
  colours?: string[];
  net: number | string | null;
  links: { kind: string; id: string; href?: string }[];
  /** Number of answers before the line; null in an earlier mission of a tour. */
  answers: number | null;
}

interface AskedOption {
  text: string;
  words: string;
  /** Its key on the keyboard, and what a button shows: a fighter's own number. */
  number: number;
}

/** The decision that the engine waits for. */
interface Asked {
  place: string;
  rule: string;
  question: string;
  help: string;
  options: AskedOption[];
  default: string;
  naming: boolean;
  open: string;
  advised: boolean;
  /** The decision comes often: the player may keep an answer until something changes. */
  repeated: boolean;
}

/** Dice that the player throws. */
interface AskedDice {
  count: number;
  sides: number;
  table: string;
  title: string;
  why: string;
}

/** The state of the game that the engine returns from each call. */
interface Seen {
  over: boolean;
  asked: Asked | null;
  dice: AskedDice | null;
  whole: boolean;
  account: AccountLine[];
  account_from: number;
  /** Decisions that the engine answered by itself, with the number of answers before each. */
  by_itself: { question: string; words: string; answers: number }[];
  across: string;
  /** The player who decides, in a game for two. */
  turn: string;
  events: number;
  answers: number;
  /** `tour`: the mission can become the first of a tour; `report`: it is a tour. */
  can: { undo: string[]; redo: boolean; tour: boolean; report: boolean };
  stretches: string[];
  run: string;
  evening: Evening | null;
  result: DayResult | null;
}

/** The result of a mission of the day: its date, its points, both in text, and `about` them. */
interface DayResult {
  day: string;
  points: number;
  lines: string[];
  about: string;
}

/** An evening of a campaign: its number; once it is over, who won how many, and the next title. */
interface Evening {
  number: string;
  words: string;
  next: string;
}

/** The parts of the drawing that the decision is about. */
interface Touched {
  options: Record<string, string[]>;
  asks: string[];
  reach: Reach | null;
  /** Where an option puts models. */
  spots: Record<string, [x: number, y: number][]>;
}

/** The data in the page of a game (`combatbox/web/play_page.py`). */
interface PlayData {
  game: string;
  title: string;
  tables: Record<string, [url: string, label: string]>;
  rules: Record<string, string>;
  /** The scenarios of the site, each with who fights whom. */
  scenarios: { title: string; data: Record<string, any> }[];
  lesson: {
    seed: string;
    mission: number;
    rulings: Record<string, string>;
    intro: string;
    end: string;
    captions: { at: string; text: string }[];
  };
}

/** The engine's description of a game. */
interface GameAbout {
  game: string;
  digest: string;
  runs: string[];
  missions: number;
  /** The word for a numbered mission. */
  numbered: string;
  titles?: string[];
  names?: { key: string; label: string }[];
  rolled?: { id: string; title: string }[];
  rulings: Record<string, Ruling>;
  /** The sides to play, with the rulings that choose each. */
  seats: { key: string; words: string; rulings: Record<string, string> }[];
  /** The two players of a game for two, and whether the second one sees less. */
  sides: string[];
  hides: boolean;
  /** The characters of names that the printed sheets can show, as ranges of hexadecimal numbers. */
  drawn: string;
}

/** The state of a game on the page. All views share one. */
type PlayState = ReturnType<typeof import("./play/state.js").newState>;
