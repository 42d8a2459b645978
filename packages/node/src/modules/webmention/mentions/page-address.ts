import { normaliseEscapes } from "@freehold/protocol/internal";
import { parseCallTarget } from "../../../domain/parse-address.ts";
import { AppError } from "../../../errors/errors.ts";
import { mentionLimits } from "./limits.ts";

/** An address as it is stored: without a fragment, and with the same escapes however it was written. */
export function withoutFragment(url: URL): string {
  const { href, hash } = url;
  return normaliseEscapes(hash === "" ? href.replace(/#$/, "") : href.slice(0, -hash.length));
}

/** The addresses of a page that differ by a slash at the end: nearly every site has one page there. */
export function slashForms(href: string): string[] {
  const [, path = "", query = ""] = /^([^?]*)(.*)$/s.exec(href) ?? [];
  const bare = path.replace(/\/$/, "");
  return [...new Set([href, `${bare}${query}`, `${bare}/${query}`])];
}

/** @throws AppError VALIDATION_FAILED for anything but an https address */
export function parsePage(text: string, field: string): URL {
  const url = parseCallTarget(text.split("#", 1)[0] ?? "");
  if (url && text.length <= mentionLimits.addressLength) return url;
  throw invalid(field, `The ${field} is the https address of a page.`);
}

/** @param field that is wrong */
export function invalid(field: string, sentence: string): AppError {
  return new AppError("VALIDATION_FAILED", sentence, { field });
}
