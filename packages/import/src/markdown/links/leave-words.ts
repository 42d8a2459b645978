import { mapProse } from "@freehold/protocol";
import { encodeAddress } from "../../html/clean-html.ts";
import { escapeText } from "../../html/escape-text.ts";
import { splitWidth } from "../../html/pictures-of-text.ts";
import { hideQuotes, showQuotes } from "../written-links.ts";

/** A link or a picture of Markdown. The words in brackets may hold one pair of brackets. */
export const inlineLink =
  /(!?)\[((?:[^[\]]|\[[^[\]]*\])*)\]\(\s*(<[^<>\n]+>|[^\s()<>]+(?:\([^\s()]*\)[^\s()]*)*)(\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)/g;

/** The address of a link, without the brackets that may stand around it. */
export const bareAddress = (target: string): string =>
  target.startsWith("<") ? target.slice(1, -1) : target;

/** The change of a link: the words that stand for it, or null. Those of a picture end with its caption. */
type ChangeLink = (words: string, address: string) => string | null;

function changeLinks(markdown: string, changeLink: ChangeLink): string {
  const change = (text: string): string =>
    text.replace(inlineLink, (whole: string, picture: string, words: string, target: string, title = "") => {
      // A picture may stand in a link.
      const inner = words.includes("](") ? change(words) : words;
      const caption = picture === "" ? "" : title.trim().slice(1, -1);
      const shown = [inner, caption === words ? "" : caption].filter((one) => one !== "").join(" – ");
      const { address } = picture === "" ? { address: bareAddress(target) } : splitWidth(bareAddress(target));
      const changed = changeLink(shown, address);
      if (changed !== null) return changed;
      return inner === words ? whole : `${picture}[${inner}${whole.slice(picture.length + 1 + words.length)}`;
    });
  return mapProse(markdown, (prose) => showQuotes(change(hideQuotes(prose))));
}

/**
 * Changes links and pictures into links to a page.
 *
 * @param pageOf the page for an address, and the words of a picture without any; null for other addresses
 */
export function leadToPages(
  markdown: string,
  pageOf: (address: string) => { readonly page: string; readonly name: string } | null,
): string {
  return changeLinks(markdown, (words, address) => {
    const found = pageOf(address);
    return found && `[${words || escapeText(found.name)}](${encodeAddress(found.page)})`;
  });
}

/** Takes away the links and pictures of a text whose address leads nowhere. Their words stay. */
export function leaveWords(markdown: string, leadsNowhere: (address: string) => boolean): string {
  return changeLinks(markdown, (words, address) => (leadsNowhere(address) ? words : null));
}
