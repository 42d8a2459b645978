import { en, type Messages } from "./en.ts";
import { zh } from "./zh.ts";

/** Each language that Freehold speaks, the first for everybody who understands none of them. */
export const catalogues: readonly Messages[] = [en, zh];

/** What the catalogue of a language says; that of the first one for a language which there is not. */
export function messagesFor(language: string): Messages {
  return catalogues.find((words) => words.language === language) ?? en;
}

interface Wish {
  readonly tag: string;
  readonly weight: number;
}

/**
 * The words that a reader understands best.
 *
 * @param chosen a language that was chosen before (BCP 47), or null
 * @param accepted the value of Accept-Language, or undefined
 * @param otherwise the language of this place, for a reader who names none that there is
 */
export function chooseMessages(
  chosen: string | null,
  accepted: string | undefined,
  otherwise: string = en.language,
): Messages {
  const wishes = [chosen ?? "", ...readWishes(accepted ?? ""), otherwise];
  for (const wish of wishes) {
    const found = catalogues.find(({ language }) => primary(language) === primary(wish));
    if (found) return found;
  }
  return en;
}

/** The tags of an Accept-Language, best first; what is no tag is left out. */
function readWishes(accepted: string): string[] {
  return accepted
    .slice(0, 500)
    .split(",")
    .map((part): Wish => {
      const [tag = "", ...parameters] = part.trim().split(";");
      const q = parameters.map((text) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(text)?.[1]).find(Boolean);
      return { tag: tag.trim(), weight: q === undefined ? 1 : Number(q) };
    })
    .filter(({ tag, weight }) => tag !== "" && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

function primary(tag: string): string {
  return tag.toLowerCase().split("-")[0] ?? "";
}
