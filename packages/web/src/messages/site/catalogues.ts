import { en, type Messages } from "./en.ts";
import { zh } from "./zh.ts";

/** The messages in each language of Freehold. The first is used for readers who understand none of the languages. */
export const catalogues: readonly Messages[] = [en, zh];

/** The messages in a language; English for a language that Freehold does not have. @param language BCP 47 */
export function messagesFor(language: string): Messages {
  return catalogues.find((messages) => messages.language === language) ?? en;
}

/**
 * The messages in the language that a reader understands best.
 *
 * @param chosen the language that the reader chose (BCP 47), or null
 * @param accepted the value of Accept-Language, or undefined
 * @param otherwise the language of this site, for readers who name no language of Freehold
 */
export function chooseMessages(
  chosen: string | null,
  accepted: string | undefined,
  otherwise: string = en.language,
): Messages {
  for (const wanted of [chosen ?? "", ...readAccepted(accepted ?? ""), otherwise]) {
    const found = catalogues.find(({ language }) => primary(language) === primary(wanted));
    if (found) return found;
  }
  return en;
}

/** The tags of an Accept-Language, best first, without invalid ones. */
function readAccepted(accepted: string): string[] {
  return accepted
    .slice(0, 500)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().split(";");
      const q = parameters.map((text) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(text)?.[1]).find(Boolean);
      return { tag: tag.trim(), weight: Number(q ?? 1) };
    })
    .filter(({ tag, weight }) => tag !== "" && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

function primary(tag: string): string {
  return tag.toLowerCase().split("-")[0] ?? "";
}
