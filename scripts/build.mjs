// Bundles the scripts of the site with esbuild: `node build.mjs FOLDER` writes each file of
// `entries` there and its source map, unless `--no-maps` follows. Called by combatbox/web/bundles.py and by the hook that
// builds the wheel.
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const HOME = dirname(fileURLToPath(import.meta.url));
const [out, maps] = process.argv.slice(2);
if (!out) throw new Error("usage: node build.mjs FOLDER [--no-maps]");

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
  sourcemap: maps !== "--no-maps",
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
