import { afterAll, describe, expect, test } from "vitest";
import { themeDiagram } from "../figures/diagram-theme.ts";
import { keyOf } from "../figures/figure.ts";
import { createFigureWorker } from "../figures/figure-worker.ts";
import { readReferences } from "./references.ts";
import { renderComment } from "./render-comment.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { noParts } from "./text/text-parts.ts";

const worker = createFigureWorker({
  length: { code: 20_000, maths: 2_000, diagram: 4_000 },
  perText: 200,
  figureMs: 20_000,
  startMs: 60_000,
  textMs: 60_000,
  waiting: 50,
  cached: 200,
  memory: 384,
  idleMs: 60_000,
});
afterAll(() => worker[Symbol.asyncDispose]());

const evil = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  '"><svg onload=alert(1)>',
  "javascript:alert(1)",
  "' onmouseover='alert(1)",
  "</code></pre><iframe src=//evil.example>",
  "&lt;img src=x onerror=alert(1)&gt;",
];

const mathematics = [
  "\\href{javascript:alert(1)}{x}",
  "\\url{javascript:alert(1)}",
  "\\htmlClass{x}{y}",
  "\\htmlId{x}{y}",
  "\\htmlStyle{position:fixed;inset:0}{x}",
  "\\htmlData{x=y}{z}",
  "\\includegraphics{https://evil.example/x.png}",
  "\\text{<script>alert(1)</script>}",
  "\\text{</mtext></math><img src=x onerror=alert(1)>}",
  "\\text{<style><img src=x onerror=alert(1)></style>}",
  "\\def\\x{\\x\\x}\\x",
  "\\def\\a#1{\\a{#1#1}}\\a{x}",
  "\\rule{100000em}{100000em}",
  "\\raisebox{10000em}{x}",
  "\\kern99999em x",
  "\\color{red;position:fixed}x",
  "\\color{url(https://evil.example)}x",
  "\\char`<script\\char`>",
  "\\unicode{60}script",
  "\\class{x}{y}",
  "\\require{html}",
  "\\newcommand{\\frac}[2]{\\href{javascript:1}{#1}}\\frac{1}{2}",
  "{".repeat(900),
  "\\sqrt{".repeat(300) + "}".repeat(300),
  "<annotation-xml encoding='text/html'><script>1</script></annotation-xml>",
];
const diagrams = [
  "graph TD\nA[<script>alert(1)</script>]",
  'graph TD\nA["<img src=x onerror=alert(1)>"] --> B',
  'graph TD\nclick A "javascript:alert(1)"\nA-->B',
  'graph TD\nA[x]\nstyle A fill:url(https://evil.example/x),stroke:#f00"onload="alert(1)',
  "graph TD\nclassDef x fill:red;}</style><script>alert(1)</script>\nA:::x",
  '%%{init: {"themeCSS": "@import url(https://evil.example)"}}%%\ngraph TD\nA-->B',
  '%%{init: {"securityLevel": "loose"}}%%\ngraph TD\nA["<a href=javascript:alert(1)>x</a>"]',
  "sequenceDiagram\nA->>B: <foreignObject><body onload=alert(1)>",
  "sequenceDiagram\nparticipant A as </text><script>alert(1)</script>\nA->>A: x",
  'classDiagram\nclass A["<iframe src=//evil.example>"]',
  'erDiagram\nA ||--o{ B : "<use href=data:x>"',
  "stateDiagram-v2\n[*] --> x : <animate onbegin=alert(1)>",
  'graph TD\nA["&lt;script&gt;"] --> B["\\"><script>"]',
  "graph TD\nA[{{line}}] --> B[var(--x)]",
  `graph TD\n${"A-->B\n".repeat(600)}`,
  `graph TD\n${Array.from({ length: 200 }, (_, i) => `n${i}-->n${(i * 7) % 200}`).join("\n")}`,
  `graph TD\n${"subgraph x\n".repeat(300)}`,
  `graph TD\nA[${"x".repeat(3_900)}]`,
  "xychart-beta\nx-axis [<script>]\nbar [1e308, -1e308]",
  "",
  "__proto__",
];
const others = [
  ...evil.map((bad) => `[^1]\n\n[^1]: ${bad}`),
  ...evil.map((bad) => `x^[${bad}]`),
  ...evil.map((bad) => `- [x] ${bad}`),
  ...evil.map((bad) => `| ${bad} |\n|--:|\n| ${bad} |`),
  ...evil.map((bad) => `\`\`\`${bad}\n${bad}\n\`\`\``),
  ...evil.map((bad) => `\`\`\`html\n${bad}\n\`\`\``),
  ...evil.map((bad) => `#tag${bad}`),
  '[^"><script>alert(1)</script>]\n\n[^"><script>alert(1)</script>]: x',
  "[^__proto__] [^constructor]\n\n[^__proto__]: x\n[^constructor]: y",
  "```js onload=alert(1) class=x style=y\n1\n```",
  '```mermaid" onload="alert(1)\ngraph TD\n```',
  "```__proto__\nx\n```",
  "- [x](javascript:alert(1))",
  "![x](/a.png 2x, https://evil.example/x)",
  '![x](</a.png" srcset="https://evil.example 2x>)',
];

function expectHarmless(out: string): void {
  expect(out).not.toMatch(
    /<(script|iframe|style|object|form|embed|foreignobject|use|animate|annotation-xml|mglyph)/i,
  );
  const tags = (out.match(/<[a-z][^>]*>/gi) ?? []).map((tag) => tag.replace(/"[^"]*"/g, '""'));
  expect(tags.filter((tag) => /\s(on\w+|style|xlink:href)\s*=/i.test(tag))).toEqual([]);
  expect(out).not.toMatch(/(href|src|srcset)="\s*(javascript|data|vbscript|file):/i);
  for (const [, address] of out.matchAll(/(?:src|srcset)="([^"]*)"/g)) expect(address).toMatch(/^\/(?!\/)/);
}

async function html(source: string): Promise<string> {
  const parts = {
    ...noParts,
    figures: await worker.draw(readReferences(source).figures),
    findTags: (text: string) =>
      [...text.matchAll(/#(\S+)/g)].map(({ index, 0: all, 1: tag = "" }) => ({
        start: index,
        end: index + all.length,
        tag,
      })),
  };
  const diagrams = { path: "/publications/7/diagrams", theme: "system" } as const;
  return renderMarkdown(source, { parts, diagrams, name: "7" }).html;
}

describe("what does not come through", () => {
  test.each(mathematics)("formula %j", async (bad) => {
    expectHarmless(await html(`$${bad}$\n\n$$\n${bad}\n$$\n\n\`\`\`math\n${bad}\n\`\`\``));
  });

  test.each(diagrams)("diagram %j", async (bad) => {
    const source = `\`\`\`mermaid\n${bad}\n\`\`\``;
    expectHarmless(await html(source));
    const { figures } = readReferences(source);
    for (const drawn of (await worker.draw(figures)).values()) {
      if (drawn.kind !== "picture") continue;
      const svg = themeDiagram(drawn, "light");
      expectHarmless(svg);
      expect(svg).not.toMatch(/<(a|image|style|title)\b|<[^>]*(url\((?!#)|@import|href=)/i);
      expect(figures.map(keyOf)).toHaveLength(1);
    }
  });

  test.each(others)("%j", async (bad) => expectHarmless(await html(bad)));

  test.each([...evil, ...others])("in a comment: %j", (bad) => {
    const out = renderComment(bad);
    expectHarmless(out);
    expect(out).not.toMatch(/<(img|h\d|table|math|svg|input)/);
  });
});

test.each(["$", "$$", "^[", "[^", "- [x] ", "#a", "```\n", "![](/", "$a "])(
  "a text of nothing but %j is read in good time",
  (piece) => {
    const started = performance.now();
    renderMarkdown(piece.repeat(20_000));
    expect(performance.now() - started).toBeLessThan(20_000);
  },
);
