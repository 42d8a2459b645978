import { expect, test } from "vitest";
import { weigh } from "./balance.ts";
import { isIncomplete } from "./incomplete.ts";
import type { SourceText } from "./source-text.ts";
import { wordsOf } from "./words.ts";

const nothing = { title: "", tags: [], excerpt: null, files: [], notes: [] };
const weighAs = (kind: SourceText["kind"], text: string, markdown: string, notes: readonly string[] = []) =>
  weigh([{ kind, text }], { ...nothing, markdown, notes });

const whole: readonly (readonly [kind: SourceText["kind"], source: string, markdown: string])[] = [
  [
    "html",
    "<p>All <b>H</b>ello x<sup>2</sup></p><p>caf&eacute; co&shy;operate",
    "All **H**ello x²\n\ncafé cooperate",
  ],
  [
    "html",
    "<a href='https://a.example/secret'>link</a> snake_case &amp;copy; 2*3",
    "[link](https://a.example/secret) snake_case \\&copy; 2\\*3",
  ],
  [
    "html",
    "<a href='https://a.example/Ninety%E2%80%93ninety'>https://a.example/Ninety%E2%80%93ninety</a>",
    "<https://a.example/Ninety%E2%80%93ninety>",
  ],
  ["html", "<img alt='a red  barn' src='b'>", "![a red barn](b)"],
  [
    "html",
    "<figure><img alt='a barn' src='b'><figcaption>The <b>red</b> one</figcaption></figure>",
    '![a barn](b#wide "The red one")',
  ],
  ["markdown", '![a barn](b "The red one")', "![a barn](b 'The red one')"],
  ["html", "one<script>two</script><style>three</style><!-- four --><noscript>five</noscript>", "one"],
  ["html", "<select><option>six</option></select><button>seven</button><p hidden>eight</p>", ""],
  [
    "html",
    "word<sup><a href='#fn1'>1</a></sup><ol><li id=fn1>note <a href='#r1'>↩</a></li></ol>",
    "word[^fn1]\n\n[^fn1]: note",
  ],
  ["html", "<pre>if (a &lt; b) {\n\treturn;\n}</pre>", "```\nif (a < b) {\n    return;\n}\n```"],
  ["html", "<pre class='wp-block-verse'>one <em>two</em>\nthree</pre>", "one *two*  \nthree"],
  [
    "html",
    "<math><mi>x</mi><annotation encoding='t'>x^{2}</annotation></math><span class='katex-html' aria-hidden='true'>x2</span>",
    "$x^{2}$",
  ],
  ["html", "<table><tr><td><pre>a</pre><td>b</table>", "| a | b |\n| --- | --- |"],
  [
    "html",
    "<![CDATA[x]]>&copy2014 caf&eacute;s &notanentity; &amp;eacute;",
    "©2014 cafés ¬anentity; \\&eacute;",
  ],
  ["html", "<p>a < b and 1 <2</p>", "a < b and 1 <2"],
  [
    "shortcodes",
    '[gallery ids=\'1,2\'][caption width="3"]<img alt=\'a\'> words[/caption] [sic] [contact-form-7 id="1" title="F"]',
    "![a](b)\n\nwords \\[sic\\]",
  ],
  ["shortcodes", "[php]$x = '&lt;b&gt;';[/php]", "```php\n$x = '<b>';\n```"],
  [
    "markdown",
    '[[Note|shown]] ![[p.png|300]] %%hidden%% {{< figure src="x" caption="A barn" >}} {% include x %}',
    "[shown](/note) ![](p.png) ![A barn](x)",
  ],
  ["markdown", "<details><summary>More</summary>\n\n*text*\n\n</details>", "**More**\n\ntext"],
  ["markdown", "{{< highlight go >}}\nfunc a() {}\n{{< /highlight >}}", "```go\nfunc a() {}\n```"],
  [
    "blocks",
    '{"root":{"children":[{"type":"paragraph","children":[{"type":"text","text":"al"},{"type":"text","text":"pha"}]},{"type":"codeblock","code":"x = 1"}]}}',
    "alpha\n\n```\nx = 1\n```",
  ],
  [
    "blocks",
    '{"sections":[[1,"p",[[0,[],0,"alpha "],[0,[0],1,"beta"]]]],"markups":[["a",["href","x"]]]}',
    "alpha [beta](x)",
  ],
];

test.each(whole)("%s that arrived has nothing missing: %s", (kind, source, markdown) => {
  expect(weighAs(kind, source, markdown)).toMatchObject({ missing: 0, missingCode: 0, examples: [] });
});

const lost: readonly (readonly [SourceText["kind"], string, string, object])[] = [
  ["html", "<pre lang='php'><?php $a = 1; ?></pre>", "", { words: 3, missing: 3, missingCode: 1 }],
  [
    "html",
    "<pre>List<String> a</pre>",
    "```\nList a\n```",
    { missing: 1, missingCode: 1, examples: ["string"] },
  ],
  ["html", "<pre>a<br>b</pre>", "```\nab\n```", { missing: 2, missingCode: 1 }],
  ["html", "one<script>two three", "one", { missing: 2, examples: ["two three"] }],
  ["html", "<xmp><b>x</b></xmp>", "", { missingCode: 1 }],
  ["html", "<p>one</p><p>two</p>", "onetwo", { missing: 2 }],
  ["html", "<img alt='a' src='b'><figcaption>red barn</figcaption>", "![a](b)", { words: 3, missing: 2 }],
  ["html", "<p>漢字かな</p>", "漢字", { words: 4, missing: 2, examples: ["かな"] }],
  ["html", "<p>again and again</p>", "again and", { words: 3, missing: 1, examples: ["again"] }],
  ["shortcodes", "[see <a href='https://a.example/'>the source</a> for more]", "", { missing: 5 }],
  ["shortcodes", "[php]$x = 1;[/php]", "", { missing: 2, missingCode: 1 }],
  ["markdown", "`List<T>` and <b>bold</b>", "`List<T>` and", { missing: 1, examples: ["bold"] }],
];

test.each(lost)("%s that lost something says what: %s", (kind, source, markdown, balance) => {
  expect(weighAs(kind, source, markdown)).toMatchObject(balance);
});

test("words that moved, and words that a note names, are not missing", () => {
  expect(weighAs("html", "<p>one two</p><p>three</p>", "three\n\ntwo one").missing).toBe(0);
  expect(weighAs("html", "<p>one two</p>", "one", ["“two” was left out."]).missing).toBe(0);
});

test("an entry is incomplete beyond two per cent of its words, or without a block of code", () => {
  const balance = { words: 100, missing: 2, missingCode: 0, examples: [] };
  expect(isIncomplete(balance)).toBe(false);
  expect(isIncomplete({ ...balance, missing: 3 })).toBe(true);
  expect(isIncomplete({ ...balance, missing: 0, missingCode: 1 })).toBe(true);
  expect(isIncomplete({ words: 0, missing: 0, missingCode: 0, examples: [] })).toBe(false);
});

test("words are counted without case and invisible marks, and Chinese and Japanese by characters", () => {
  expect(wordsOf("Don’t co\u00adoperate: 漢字 and kana かな, x²")).toEqual([
    "don",
    "t",
    "cooperate",
    "漢",
    "字",
    "and",
    "kana",
    "か",
    "な",
    "x2",
  ]);
});
