import { readFileSync } from "node:fs";
import type { Address } from "@freehold/protocol";
import { chooseAccent } from "../colour/choose-accent.ts";

const rules = readFileSync(new URL("./site.css", import.meta.url), "utf8");

/** The one stylesheet of the site, with the accent that belongs to its owner. */
export function renderStylesheet(owner: Address | null): string {
  const { light, dark } = chooseAccent(owner);
  return `:root{--accent:${light}}@media (prefers-color-scheme:dark){:root{--accent:${dark}}}\n${rules}`;
}
