/** Makes a hostile text of about so many characters. */
export type Shape = (length: number) => string;

const again =
  (piece: string): Shape =>
  (length) =>
    piece.repeat(Math.ceil(length / piece.length));
const around =
  (before: string, piece: string, after: string): Shape =>
  (length) =>
    before + again(piece)(length) + after;
const nested =
  (open: string, close: string): Shape =>
  (length) => {
    const depth = Math.ceil(length / (open.length + close.length));
    return open.repeat(depth) + close.repeat(depth);
  };
/** One long thing, and many short references to it. */
const named =
  (before: string, after: string, reference: string): Shape =>
  (length) =>
    before + "A".repeat(length / 2) + after + again(reference)(length / 2);

/** What careless readers of any language stumble over. */
export const anyShapes: Readonly<Record<string, Shape>> = {
  "open brackets": again("["),
  "brackets in brackets": nested("[", "]"),
  "braces in braces": nested('{"a":', "}"),
  "open links": again("[a]("),
  "links in links": nested("[", "](x)"),
  angles: again("<"),
  elements: again("<b>a"),
  "elements in elements": nested("<i>", "</i>"),
  "elements that never end": (length) => again("<b>")(length / 2) + again("</i>")(length / 2),
  "elements with blanks": again("<a "),
  "open attributes": again('<a href="'),
  "attributes without end": around("<a ", "b=c ", ""),
  "class names": (length) =>
    `<p class="h-entry ${Array.from({ length: length / 6 }, (_, n) => `p-${n}`).join(" ")}">`,
  comments: again("<!--"),
  "processing instructions": again("<?a "),
  sections: again("<![CDATA["),
  ampersands: again("&"),
  entities: again("&amp;"),
  "open entities": again("&#x"),
  quotes: again('"'),
  apostrophes: again("'a"),
  escapes: again("\\"),
  "escaped quotes": around('"', '\\"', ""),
  blanks: around("a", " ", "b"),
  "blanks and lines": again(" \n"),
  lines: again("\n"),
  tabs: around("a", "\t", "\nb"),
  letters: again("a"),
  words: again("a "),
  "words and stars": again("*a "),
  dots: again("a."),
  dashes: again("-"),
  commas: again("a, "),
  semicolons: again(";a="),
  addresses: again("https://a.b/ "),
  "addresses without blanks": again("http://a"),
  "mail addresses": again("@("),
  "numbers and dashes": again("2014-01-02T"),
  "shortcodes and braces": again("{{< a "),
  percents: again("{% a "),
  "raw tags and backticks": again("{% raw %}`a{% endraw %}"),
  "raw tags in code": around("```\n", "{% raw %}`", ""),
  "highlighted blocks": again("{% highlight a %}\n`b\n{% endhighlight %} "),
  "shown shortcodes": again("{{</* a "),
  "elements of code and backticks": again("<pre>`a</pre>"),
  components: again("<A b={c}>\nd\n"),
  "components in components": nested("<A>\n", "</A>\n"),
  "components that end": again("a\n</B>\n"),
  "tags in a line": again("<sub>"),
  "tags that end others": around("", "<sub>", "</sup></sub>"),
  "elements with stars": again("<kbd>*</kbd> "),
  "folded parts in folded parts": nested("<details>\n", "</details>\n"),
  "folded parts in lines": again("<details><summary>a</summary>b</details>\n"),
  "aligned lines in items": again("- <p align=center>\n"),
  "comments that end once": around("", "<!-- ", "-->"),
  "quotes in quotes": again("> "),
  cells: around("|a|b|\n|-|-|\n", "|\n", ""),
  notes: again("^[a]"),
  accents: around("a", "\u0301", ""),
  "signs without blanks": again("世"),
  "half signs": again("\ud800"),
  nothing: again("\0"),
  "code that ends once": around("", "<code>", "</code>"),
  "frames that end once": around("", "<iframe>", "</iframe>"),
  "players that end once": around("", "<object>", "<div></object>"),
  "titles that end once": around("", "<title>", "<p></title>"),
  "breaks in lines": around("<div>\n", "</div><br>\n", ""),
  "rows of many columns": (length) => `${again("a,")(length / 2)}${again("\nb,")(length / 2)}`,
  "a long address, and references to it": named("[a]: http://x/", "\n\n", "[a] "),
  "a long note, and references to it": named("[^a]: ", "\n\n", "[^a] "),
  "a long base, and addresses below it": named('<base href="https://x/', '/">', "<a href=1>a</a>"),
  "a long macro, and calls of it": named("$\\def\\a{", "}", "\\a "),
};
