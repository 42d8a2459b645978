import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The command `freehold`. */
export const freehold = fileURLToPath(new URL("../../bin/freehold.js", import.meta.url));

/** Where `freehold` keeps what V8 made of the sources. */
export const compileCache = fileURLToPath(new URL("../../node_modules/.cache/freehold", import.meta.url));

/** The flags with which the first line of the command starts Node. */
export const nodeFlags = readFileSync(freehold, "utf8").split("\n", 1)[0]?.match(/--\S+/g) ?? [];
