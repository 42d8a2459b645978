import { readFileSync } from "node:fs";
import type { Address } from "@freehold/protocol";
import { chooseAccent } from "../colour/choose-accent.ts";

/** In this order: what comes later knows better. */
const sheets = [
  "ground",
  "text",
  "figures",
  "page",
  "post",
  "comments",
  "presence",
  "list",
  "foot",
  "wide",
].map((name) => readFileSync(new URL(`../styles/${name}.css`, import.meta.url), "utf8"));

/** The one stylesheet of the site, with the accent that belongs to its owner. */
export function renderStylesheet(owner: Address | null): string {
  const { light, dark } = chooseAccent(owner);
  return [`:root{--accent:light-dark(${light},${dark})}`, ...sheets].join("\n");
}
