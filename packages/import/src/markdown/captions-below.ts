import { mapProse } from "@freehold/protocol";
import { toTitle } from "../html/figures.ts";

/** A picture alone in its line, and below it in the same paragraph a line that is slanted, and nothing else. */
const withLine =
  /(?<=\n[ \t]*\n)(!\[[^[\]\n]{0,2000}\]\([^\s()]{1,2000})\)[ \t]{0,9}\\?\n([*_])(?![*_\s])([^*_\n]{1,1000})\2[ \t]{0,9}(?=\n[ \t]*\n|\n*$)/g;

/** Makes the slanted line right below a picture its caption, as themes of Jekyll and others show it. */
export function takeCaptionsBelow(markdown: string): string {
  if (!markdown.includes("![")) return markdown;
  const changed = mapProse(`\n\n${markdown}`, (prose) =>
    prose.replace(withLine, (whole, picture: string, _mark, words: string) => {
      const title = toTitle(words);
      return title === null ? whole : `${picture}${title})`;
    }),
  );
  return changed.slice(2);
}
