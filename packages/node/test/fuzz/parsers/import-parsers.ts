import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openArchive } from "../../../src/domain/import/formats/archive.ts";
import { parseEntryName } from "../../../src/domain/import/formats/archive-entries.ts";
import { htmlToMarkdown } from "../../../src/domain/import/formats/html/html-to-markdown.ts";
import { AppError } from "../../../src/errors/errors.ts";
import { makeZip } from "../../support/make-zip.ts";
import { onBytes, onText, type ParserTarget, promise } from "./parser-target.ts";

const refusals = { refusals: [AppError] };

/** Calls with a file of these bytes. */
async function withFile(bytes: Uint8Array, use: (path: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "freehold-fuzz-"));
  try {
    const path = join(folder, "file");
    await writeFile(path, bytes);
    await use(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function readAll(path: string): Promise<void> {
  const archive = await openArchive(path);
  if (archive === null) return;
  try {
    for (const [name, entry] of archive.entries) {
      promise(!name.startsWith("/") && !name.split("/").includes(".."), "A path leads out.");
      for await (const chunk of await entry.open()) promise(chunk.length > 0, "A chunk is empty.");
    }
  } finally {
    await archive.close();
  }
}

const zip = makeZip([{ name: "a/b.md", bytes: "words", stored: true }]).toString("latin1");

const html = [
  `<p>a <b>b</b> <a href="/c" title="d">e</a><br><img src="f-300x200.jpg" alt="g"></p><pre class="brush: js">h</pre>`,
  `<ul><li><input type=checkbox checked>a<ol start=2><li>b</li></ol></li></ul><table><tr><th>a</th><td colspan=3>b|c</td></tr></table>`,
  `<iframe src="//www.youtube.com/embed/a"></iframe><sup><a href="#n">1</a></sup><p id=n>b</p><img src="data:image/png;base64,AAAA">`,
  `<span style="font-weight:bold">a</span><svg><script>b</script></svg><!-- c --><![CDATA[d]]>&amp;&nbsp;$x$`,
];

/** What the owner brings of other programs. */
export const importParsers: readonly ParserTarget[] = [
  onText(
    "parseEntryName",
    (text) => promise(!parseEntryName(text)?.split("/").includes(".."), "A path leads out."),
    { ...refusals, seeds: ["a/b.md", "./a//b", "..\\a"] },
  ),
  onText(
    "htmlToMarkdown",
    async (text) => {
      const { markdown } = await htmlToMarkdown(text, { base: "https://old.example/" });
      promise(!/\]\(\s*(?:javascript|data|vbscript):/i.test(markdown), "A link runs a program.");
    },
    { ...refusals, seeds: html },
  ),
  onBytes("openArchive", (bytes) => withFile(bytes, readAll), { ...refusals, seeds: [zip] }),
];
