import { createRequire } from "node:module";
import type sanitizeHtml from "sanitize-html";
import { sanitiseWithin } from "./sanitise-within.ts";

let loaded: typeof sanitizeHtml | null = null;

/** Loads the sanitiser with the first text: a server starts without it, and nothing here waits. */
export function sanitise(html: string, allowed: sanitizeHtml.IOptions): string {
  loaded ??= createRequire(import.meta.url)("sanitize-html") as typeof sanitizeHtml;
  return sanitiseWithin(loaded, html, allowed);
}
