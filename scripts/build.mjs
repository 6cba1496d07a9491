// Bundles the scripts of the site with esbuild: `node build.mjs FOLDER` writes each file of
// `entries` and its source map there. Called by combatbox/web/bundles.py and by the hook that
// builds the wheel.
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const HOME = dirname(fileURLToPath(import.meta.url));
const [out] = process.argv.slice(2);
if (!out) throw new Error("usage: node build.mjs FOLDER");

// Pages load classic scripts, which work from a folder on disk; the engine's worker is a module.
const modules = ["engine-worker"];
const names = readdirSync(join(HOME, "entries")).map((file) => basename(file, ".js"));
const options = {
  absWorkingDir: HOME,
  bundle: true,
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
  minify: true,
  outdir: out,
  sourcemap: true,
  target: ["es2022"],
};
const entry = (/** @type {string} */ name) => `entries/${name}.js`;
await Promise.all([
  build({
    ...options,
    format: "iife",
    entryPoints: names.filter((name) => !modules.includes(name)).map(entry),
  }),
  build({
    ...options,
    format: "esm",
    outExtension: { ".js": ".mjs" },
    entryPoints: modules.map(entry),
  }),
]).catch(() => process.exit(1)); // esbuild has printed the error
