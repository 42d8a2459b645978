import { AppError, msg } from "../../errors/errors.ts";
import { limits } from "../limits.ts";

// A slug that is made is cut between words where it is longer.
const madeLength = 60;

/** Whether a text may be a slug: letters and digits of any script, `-` and `_`, beginning with a letter or digit. */
export function isSlug(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*$/u.test(text) && [...text].length <= limits.slugLength;
}

/** @throws AppError VALIDATION_FAILED, with a sentence about the fault of the slug */
export function requireSlug(text: string): void {
  if (isSlug(text)) return;
  const hasName = /[\p{L}\p{N}]/u.test(text);
  throw new AppError(
    "VALIDATION_FAILED",
    hasName
      ? msg`A slug can have letters, digits, - and _, up to ${limits.slugLength} of them.`
      : "A slug needs at least one letter or digit.",
  );
}

export type ToAscii = (text: string) => string;

/** Loads what writes a text in ASCII letters, before the transaction that calls `nameForSite`. */
export async function loadToAscii(): Promise<ToAscii> {
  return (await import("any-ascii")).default;
}

/** A slug of a title in ASCII, whatever its script; empty for a title without letters and digits. */
export function makeSlug(title: string, toAscii: ToAscii): string {
  const apart = title
    .normalize("NFKC")
    .replace(/[\p{S}\p{Extended_Pictographic}]/gu, (sign) => (/[\p{L}\p{N}]/u.test(sign) ? sign : " "))
    // Each is a syllable.
    .replace(/\p{Script=Han}/gu, " $& ")
    .replace(/['\u2019]/g, "");
  const words = toAscii(apart)
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  let slug = "";
  for (const word of words.filter((one) => one !== "")) {
    const longer = slug === "" ? word.slice(0, madeLength) : `${slug}-${word}`;
    if (longer.length > madeLength) break;
    slug = longer;
  }
  return slug;
}
