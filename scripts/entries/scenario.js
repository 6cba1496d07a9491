// For the page on which a scenario is built.
import { Builder } from "../src/scenario/builder.js";

const root = document.getElementById("build-scenario");
if (root) new Builder(root).start();
