import { parseCallTarget } from "../../../domain/parse-address.ts";
import { AppError } from "../../../errors/errors.ts";
import { mentionLimits } from "./limits.ts";

/** An address as it is compared with others. */
export function withoutFragment(url: URL): string {
  const { href, hash } = url;
  return hash === "" ? href.replace(/#$/, "") : href.slice(0, -hash.length);
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
