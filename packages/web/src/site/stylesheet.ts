import { readFileSync } from "node:fs";
import type { Accent } from "../drawings/accent.ts";

/** Later files override earlier ones. */
const sheets = "ground text figures page post comments presence list foot offline wide"
  .split(" ")
  .map((name) => readFileSync(new URL(`../styles/${name}.css`, import.meta.url), "utf8"));

/** The one stylesheet of the site, with the accent that belongs to its owner. */
export function renderStylesheet({ light, dark }: Accent): string {
  return [`:root{--accent:light-dark(${light},${dark})}`, ...sheets].join("\n");
}
