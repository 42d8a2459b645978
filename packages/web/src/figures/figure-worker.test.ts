import { afterAll, expect, test } from "vitest";
import { readReferences } from "../markdown/references.ts";
import { renderMarkdown } from "../markdown/render-markdown.ts";
import { noParts } from "../markdown/text/text-parts.ts";
import { themeDiagram } from "./diagram-theme.ts";
import { type Figure, keyOf } from "./figure.ts";
import { createFigureWorker, type FigureLimits } from "./figure-worker.ts";

const limits: FigureLimits = {
  length: { code: 20_000, maths: 2_000, diagram: 4_000 },
  perText: 200,
  figureMs: 60_000,
  startMs: 60_000,
  textMs: 120_000,
  waiting: 50,
  cached: 100,
  memory: 384,
  idleMs: 60_000,
};
const worker = createFigureWorker(limits);
afterAll(() => worker[Symbol.asyncDispose]());

async function html(source: string): Promise<string> {
  const parts = { ...noParts, figures: await worker.draw(readReferences(source).figures) };
  return renderMarkdown(source, { parts, diagrams: { path: "/publications/7/diagrams", theme: "system" } })
    .html;
}

test("code gets a class for each kind of word, and no style", async () => {
  const out = await html('```ts\nconst a: string = "<b>"; // x\n```');
  expect(out).toContain('<span class="t-keyword">const</span>');
  expect(out).toContain("&lt;b&gt;");
  expect(out).not.toContain("style");
});

test("a diagram may be in the markup itself, as a picture in the colours of the theme", async () => {
  const source = "```mermaid\ngraph LR\nA[Here, it's] --> B[There]\n```\n\n![x](data:image/png;base64,AAAA)";
  const parts = { ...noParts, figures: await worker.draw(readReferences(source).figures) };
  const inside = renderMarkdown(source, { parts, diagrams: { path: null, theme: "system" } }).html;
  const [dark, light] = [...inside.matchAll(/src(?:set)?="data:image\/svg\+xml,([^"]+)"/g)].map(
    ([, svg = ""]) => decodeURIComponent(svg),
  );
  expect(dark).toMatch(/^<svg .*There.*<\/svg>/s);
  expect([dark?.includes("#ece8e0"), light?.includes("#1d1c1a")]).toEqual([true, true]);
  expect(inside).not.toMatch(/<script|\{\{|image\/png/);
  // No other text has any.
  expect(await html(source)).not.toContain("data:");
});

test("a formula is MathML; one that is none stays as it was typed", async () => {
  const out = await html("Energy is $E = mc^2$.\n\n$$\n\\int_0^1 x\\,dx\n$$\n\nand $\\frac{1}{$");
  expect(out).toContain("<msup><mi>c</mi><mn>2</mn></msup>");
  expect(out).toContain('<div class="formula" tabindex="0"><math display="block"');
  expect(out).toContain("<code>$\\frac{1}{$</code>");
  expect(out).not.toContain("annotation");
});

test("a diagram is a picture from this site, in both themes, with its source below", async () => {
  const source = "```mermaid\ngraph LR\nA[Here] --> B[There]\n```";
  const out = await html(source);
  expect(out).toContain(
    '<source media="(prefers-color-scheme: dark)" srcset="/publications/7/diagrams/1.svg?theme=dark"',
  );
  expect(out).toMatch(
    /<img src="\/publications\/7\/diagrams\/1\.svg\?theme=light" alt="graph LR; A\[Here\] --&gt; B\[There\]" width="\d+" height="\d+" loading="lazy"/,
  );
  expect(out).toContain("<summary>");
  const [figure] = readReferences(source).figures as [Figure];
  const drawn = (await worker.draw([figure])).get(keyOf(figure));
  if (drawn?.kind !== "picture") throw new Error("There is no picture.");
  const svg = themeDiagram(drawn, "dark");
  expect(svg).toContain('viewBox="0 0');
  expect(svg).toContain("Here");
  expect(svg).not.toMatch(/style|@import|https:|var\(|\{\{|NaN/);
});

test("what takes too long, is too long or too much is left out, and the next one is made all the same", async () => {
  await using hasty = createFigureWorker({
    ...limits,
    figureMs: 1,
    length: { ...limits.length, maths: 5 },
    perText: 2,
  });
  const code: Figure = { kind: "code", language: "javascript", source: "1" };
  expect((await hasty.draw([code])).size).toBe(0);
  await using strict = createFigureWorker({ ...limits, length: { ...limits.length, maths: 5 }, perText: 2 });
  const formula = (source: string): Figure => ({ kind: "maths", display: false, source });
  expect((await strict.draw([formula("abcde"), formula("abcdef")])).size).toBe(1);
  expect((await strict.draw([formula("a"), formula("b"), formula("c")])).size).toBe(2);
});

test("other diagrams and languages that are not known stay code", async () => {
  expect(await html("```dot\ndigraph {}\n```")).toBe('<pre tabindex="0"><code>digraph {}\n</code></pre>');
});
