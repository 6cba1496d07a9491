// What the search answers, without a browser: `node search_answers.mjs INDEX < questions.json`.
// INDEX is `assets/search/index.js` of a built site; each question is {ask, from}; the answer is the
// addresses of its first three results.
import { readFileSync } from "node:fs";
import { SearchIndex } from "../scripts/src/search/search-index.js";

const window = {};
new Function("window", readFileSync(process.argv[2], "utf8"))(window);
const index = new SearchIndex(window.cbFind);
const answers = JSON.parse(readFileSync(0, "utf8")).map(({ ask, from }) => {
  const { hits, others } = index.ask(ask, from ?? "", "");
  const shown = hits.length ? hits : others; // hits in other games are folded while there are own ones
  return shown.slice(0, 3).map(({ at }) => index.data.docs[at][2]);
});
console.log(JSON.stringify(answers));
