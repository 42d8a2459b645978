import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { moved } from "./navigation.ts";

/** Writes a page at each address that a page had earlier. It leads to where the words are now. @param base `/`, or the site's folder */
export function keepAddresses(folder: string, base: string): void {
  for (const [from, to] of Object.entries(moved)) {
    const target = `${base}${to}`;
    writeFileSync(
      join(folder, `${from}.html`),
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>This page has moved</title>` +
        `<link rel="canonical" href="${target}"><meta name="robots" content="noindex">` +
        `<meta http-equiv="refresh" content="0; url=${target}"><h1>This page has moved</h1><p><a href="${target}">${target}</a></p></html>\n`,
    );
  }
}
