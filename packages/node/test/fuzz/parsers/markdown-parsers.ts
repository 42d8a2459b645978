import { ImportError } from "@freehold/import";
import { readOutlineWords } from "../../../../import/src/balance/read-outline-words.ts";
import { listOf, readFrontMatter, textOf } from "../../../../import/src/markdown/front-matter.ts";
import { convertGeneratorMarkup } from "../../../../import/src/markdown/generator-markup.ts";
import { resolveLinks } from "../../../../import/src/markdown/links/resolve-links.ts";
import { readOutlinePage } from "../../../../import/src/markdown/outlines/outline-page.ts";
import { writeOutline } from "../../../../import/src/markdown/outlines/write-outline.ts";
import { findShownDates } from "../../../../import/src/markdown/shown-dates.ts";
import { matchesGlob } from "../../../../import/src/markdown/sites/glob.ts";
import { createIgnoreRule } from "../../../../import/src/markdown/sites/ignore-files.ts";
import { readName } from "../../../../import/src/markdown/sites/site-layout.ts";
import { findVisibilityFlag } from "../../../../import/src/markdown/visibility-flags.ts";
import { normalisePath } from "../../../src/domain/normalise-path.ts";
import { AppError } from "../../../src/errors/errors.ts";
import { composeText } from "../../../src/import-process/compose-text.ts";
import { onText, type ParserTarget } from "./parser-target.ts";

const config = { fields: { "journal/page-title-format": "EEEE, MMM do, yyyy" }, isBroken: false };
const targets = { isVault: true, findFile: () => null, findText: (name: string) => `/${name}` };

const id = "63a1b2c3-1111-4222-8333-444455556666";
const blocks = new Map([[id, { words: `a ((${id}))`, below: `- {{embed ((${id}))}}`, openness: 1 }]]);

/** The parsers of folders of Markdown that are imported. */
export const markdownParsers: readonly ParserTarget[] = [
  onText(
    "readFrontMatter",
    (text) => {
      const { fields } = readFrontMatter(text);
      findVisibilityFlag(fields);
      return [textOf(fields, "title"), listOf(fields, "tags"), findShownDates(fields)];
    },
    {
      refusals: [AppError, ImportError],
      seeds: [
        "---\ntitle: A\ndate: 2014-01-02T10:00:00+02:00\ntags: [a, b]\n---\ntext",
        "+++\ntitle = 'A'\ndate = 2014-01-02\n+++\ntext",
        '{\n"title": "A"\n}\ntext',
      ],
    },
  ),
  onText("convertGeneratorMarkup", convertGeneratorMarkup, {
    seeds: [
      '{{< figure src="a.png" alt="b" >}}',
      "{% highlight js %}\nx\n{% endhighlight %}",
      "`a` %%b%% <img src=a>",
    ],
  }),
  onText(
    "writeOutline",
    (text) => {
      const { fields, body } = readOutlinePage(text);
      return [fields, writeOutline(body, { blocks, openness: 0 }), readOutlineWords(body)];
    },
    {
      refusals: [AppError, ImportError],
      seeds: [
        "title:: A\ntags:: [[b c]], #d\n\n- TODO a\n\t- b\n\t  ```js\n\t  - c\n\t  ```\n\t  rating:: 5",
        `- #+BEGIN_QUOTE\n  a\n  #+END_QUOTE\n- ((${id}))\n- {{embed ((${id}))}}\n- {{cloze a}} ^^b^^`,
        "- DONE a\n  :LOGBOOK:\n  CLOCK: [2022-01-01]\n  :END:\n  heading:: 2\n\n## b\nc",
      ],
    },
  ),
  onText("resolveLinks", (text) => resolveLinks(text, "a/b.md", targets), {
    seeds: [
      "![[a.png|200]] [[b#c|d]] `[[e]]`",
      '![a](<b c.png> "d") [e](f.md)',
      "![a](https://b.example/c.png)",
    ],
  }),
  onText(
    "readName",
    (text) => [
      readName({ kind: "jekyll", contentFolders: [], config }, text),
      readName({ kind: "hugo", contentFolders: ["content/"], config }, `content/${text}`),
      readName({ kind: "plain", contentFolders: [], config }, text),
      readName({ kind: "logseq", contentFolders: [], config }, text),
    ],
    {
      seeds: [
        "journals/2024_05_06.md",
        "pages/a___b%2Fc.md",
        "2024/05/06/a.md",
        "_posts/2014-01-02-a.md",
        "posts/a/index.de.md",
        "2014-01-02 a.md",
      ],
    },
  ),
  onText("createIgnoreRule", (text) => createIgnoreRule([text])?.(text.slice(0, 1_000)), {
    seeds: ["\\.draft\\.md$", "^/content/(a|[^b-d]+)/.*", "a|b"],
  }),
  onText("matchesGlob", (text) => matchesGlob(text, text.slice(0, 1_000), { crossesFolders: true }), {
    seeds: ["/a/**/[!b-d]?{e,f{g,h}}*"],
  }),
  onText("normalisePath", normalisePath, { seeds: ["/a/b/?p=1#c", "/%E4%BD%A0/index.html"] }),
  onText(
    "composeText",
    (text) => composeText({ title: text, markdown: text, tags: [text] }, new Map([["a.png", "/b"]])),
    {
      seeds: ["A *title*", "# A\n\n![x](a.png)"],
    },
  ),
];
