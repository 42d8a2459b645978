import { escapeHtml } from "@freehold/protocol/internal";
import { asciiLower } from "../../ascii-lower.ts";

/** The names of the highlighters' shortcodes (SyntaxHighlighter Evolved, Crayon, Enlighter, Prism …), without the languages. */
const code = new Set(
  "code codes sourcecode source highlight cc cce cci crayon prism enlighter enlighterjs pre codebox codeblock syntax geshi snippet".split(
    " ",
  ),
);
/** The languages that they take as names. */
const languages = new Set(
  "as3 actionscript actionscript3 applescript bash shell sh c cpp c-sharp csharp cf coldfusion clj clojure css delphi diff patch erlang erl fsharp go golang groovy haskell html html5 xhtml java javafx js javascript jscript json jsx kotlin lua matlab matlabkey objc obj-c pas pascal perl pl php plain powershell ps ps1 py python r ruby rb rails ror rust scala sql swift ts typescript vb vbnet xml xslt yaml yml".split(
    " ",
  ),
);

const start = /\[([a-z][\w-]{0,30})((?:[\s=][^[\]]{0,500})?)\]|<(pre|script|style|textarea)(?=[\s>])/gi;

/**
 * Replaces the shortcodes of code by `pre`, before anything else reads the text: the code in them may hold any sign, tag or shortcode.
 * Those in `pre` are examples, and stay. Takes linear time.
 */
export function replaceCode(text: string): string {
  const lower = asciiLower(text);
  const without = new Set<string>();
  const find = (mark: string, from: number) => {
    const found = without.has(mark) ? -1 : lower.indexOf(mark, from);
    if (found < 0) without.add(mark);
    return found;
  };
  let result = "";
  let at = 0;
  let past = 0;
  for (const { 0: whole, 1: written, 2: rest = "", 3: element, index } of text.matchAll(start)) {
    if (index < past) continue;
    if (element !== undefined) {
      const end = find(`</${element.toLowerCase()}`, index);
      if (end >= 0) past = end;
      continue;
    }
    const name = written?.toLowerCase() ?? "";
    const isExample = text[index - 1] === "[";
    if (isExample || !(code.has(name) || languages.has(name)) || rest.endsWith("/")) continue;
    const from = index + whole.length;
    const end = find(`[/${name}]`, from);
    if (end < 0) continue;
    const content = text.slice(from, end);
    // Others mark words with it.
    if (name === "highlight" && !/\blang/i.test(rest) && !content.includes("\n")) continue;
    result += text.slice(at, index) + toPre(content, languages.has(name) ? name : languageOf(rest));
    at = end + name.length + 3;
    past = at;
  }
  return result + text.slice(at);
}

function languageOf(attributes: string): string {
  const [, named] = /\b(?:lang(?:uage)?|type|brush)\s?=\s?["']?([\w+#-]{1,30})/i.exec(attributes) ?? [];
  const [, alone] = /^[\s=]+["']?([\w+#-]{1,30})["']?\s*$/.exec(attributes) ?? [];
  return named ?? alone ?? "";
}

function toPre(content: string, language: string): string {
  const lines = content.replace(/^[ \t]*\r?\n/, "").trimEnd();
  const escaped = /&(?:lt|gt|amp|quot|#\d{1,5});/.test(lines) ? escapeTags(lines) : escapeHtml(lines);
  // A highlighter in `pre` of its own.
  const bare = escaped.replace(/^\s*&lt;pre&gt;|&lt;\/pre&gt;\s*$/g, "");
  return `\n\n<pre class="language-${language === "plain" ? "" : language}">${bare}</pre>\n\n`;
}

/** Code that the editor escaped, with tags that somebody added: those of lines and paragraphs, by an editor, are the ends of lines. */
const escapeTags = (code: string) =>
  code
    .replace(/<br ?\/?>\n?|<\/p>\s{0,9}<p>/gi, "\n")
    .replace(/<\/?p>/gi, "")
    .replaceAll("<", "&lt;");
