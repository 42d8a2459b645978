import { escapeHtml } from "@freehold/protocol/internal";
import { asciiLower } from "../ascii-lower.ts";
import { mapProse } from "../formats/wordpress/paragraphs.ts";
import { readHtml } from "./read-html.ts";
import type { VisibleText } from "./source-text.ts";

const tag = /\[(\/?)([a-z][\w-]{0,60})((?:[\s=][^[\]]*)?)\]/gi;

/** The names of the highlighters of WordPress, and the languages that they take as names. */
const codeNames = new Set(
  "code sourcecode source highlight cc cci crayon as3 actionscript bash shell sh c cpp csharp css diff patch erlang fsharp go groovy haskell html xhtml java javafx js javascript json jscript matlab objc perl pl php plain text powershell ps py python r ruby rb rails scala sql swift ts typescript vb vbnet xml yaml".split(
    " ",
  ),
);
/** Shortcodes whose value has no name, and stands for something that has no words. */
const media =
  /^(?:youtube|vimeo|dailymotion|soundcloud|spotify|tweet|twitter|instagram|facebook|gist|embed|flickr|ted|wpvideo|googlemaps|slideshare|gallery|playlist|more|nextpage)$/i;
/** Attributes of which page builders make text. */
const shown =
  /(?<![\w-])(?:caption|text|heading|subheading|subtitle|h2|h4|quote)\s?=\s?(?:"([^"]*)"|'([^']*)')/g;
const attributes = /^(?:\s+[\w-]{1,60}\s?=\s?(?:"[^"]*"|'[^']*'|[^\s"'=]+))+\s*\/?$/;

/** The text that a visitor could read of HTML with the shortcodes of WordPress: they are no words, but some hold words, or code. */
export function readShortcodes(html: string): VisibleText {
  return readHtml(
    mapProse(html, (prose) =>
      withoutTags(withFences(prose))
        .replace(/\$latex(?=\s)/g, "$")
        .replace(/<!--(?:more|nextpage)/g, " $&"),
    ),
  );
}

/** Shortcodes of code become elements of code. */
function withFences(prose: string): string {
  const lower = asciiLower(prose);
  const without = new Set<string>();
  let result = "";
  let at = 0;
  for (const { 0: whole, 1: slash, 2: written = "", index } of prose.matchAll(tag)) {
    const name = written.toLowerCase();
    if (index < at || slash || !codeNames.has(name) || without.has(name)) continue;
    const from = index + whole.length;
    const end = lower.indexOf(`[/${name}]`, from);
    if (end === -1) {
      without.add(name);
      continue;
    }
    const code = prose.slice(from, end);
    const isEscaped = /&(?:lt|gt|amp|quot|#\d+);/.test(code);
    const lines = code.replace(/<br ?\/?>|<\/p><p>/gi, "\n").replace(/<\/?p>/gi, "");
    const escaped = isEscaped ? lines.replaceAll("<", "&lt;") : escapeHtml(code);
    result += `${prose.slice(at, index)}<pre>${escaped.replaceAll("[", "&#91;")}</pre>`;
    at = end + name.length + 3;
  }
  return result + prose.slice(at);
}

function withoutTags(prose: string): string {
  const ends = new Set(
    [...prose.matchAll(/\[\/([a-z][\w-]{0,60})\]/gi)].map(([, name = ""]) => name.toLowerCase()),
  );
  return prose.replace(tag, (whole, slash: string, name: string, rest: string) => {
    const isShortcode =
      slash ||
      ends.has(name.toLowerCase()) ||
      attributes.test(rest) ||
      /\/\s*$/.test(rest) ||
      media.test(name);
    if (!isShortcode) return whole;
    const words = [...rest.matchAll(shown)].map(([, quoted, single]) => quoted ?? single ?? "");
    return ` ${words.join(" ")} `;
  });
}
