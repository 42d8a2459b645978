import { mapProse } from "@freehold/protocol";

/** A link or a picture of Markdown. The words in brackets may hold one pair of brackets. */
export const inlineLink =
  /(!?)\[((?:[^[\]]|\[[^[\]]*\])*)\]\(\s*(<[^<>\n]+>|[^\s()<>]+(?:\([^\s()]*\)[^\s()]*)*)(\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)/g;

/** The address of a link, without the brackets that may stand around it. */
export const bareAddress = (target: string): string =>
  target.startsWith("<") ? target.slice(1, -1) : target;

/** Takes away the links and pictures of a text whose address leads nowhere. Their words stay. */
export function leaveWords(markdown: string, leadsNowhere: (address: string) => boolean): string {
  const change = (text: string): string =>
    text.replace(inlineLink, (whole: string, picture: string, words: string, target: string) => {
      // A picture may stand in a link.
      const inner = words.includes("](") ? change(words) : words;
      if (leadsNowhere(bareAddress(target))) return inner;
      return inner === words ? whole : `${picture}[${inner}${whole.slice(picture.length + 1 + words.length)}`;
    });
  return mapProse(markdown, change);
}
