import sanitizeHtml from "sanitize-html";
import { sanitiseWithin } from "./sanitise-within.ts";

export function sanitise(html: string, allowed: sanitizeHtml.IOptions): string {
  return sanitiseWithin(sanitizeHtml, html, allowed);
}
