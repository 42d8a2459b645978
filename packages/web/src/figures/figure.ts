import type { Token } from "markdown-it";

/** What of a text is made into more than text before its page is: by programs that are not trusted to come to an end. */
export type Figure =
  | { readonly kind: "code"; readonly language: string; readonly source: string }
  | { readonly kind: "maths"; readonly display: boolean; readonly source: string }
  | { readonly kind: "diagram"; readonly source: string };

/** What was made of a figure. `html` goes through the sanitiser like everything else. */
export type DrawnFigure =
  | { readonly kind: "markup"; readonly html: string }
  | { readonly kind: "picture"; readonly svg: string; readonly width: number; readonly height: number };

/** Figures that were made, by `keyOf`; whatever is not in it is shown as its source. */
export type DrawnFigures = ReadonlyMap<string, DrawnFigure>;

export function keyOf(figure: Figure): string {
  const variant =
    figure.kind === "code" ? figure.language : figure.kind === "maths" && figure.display ? "display" : "";
  return `${figure.kind}\n${variant}\n${figure.source}`;
}

/** The languages whose code is coloured, and the other names that they go by. Any other code stays in one colour. */
const names: Readonly<Record<string, readonly string[]>> = {
  bash: ["sh", "shell", "zsh", "console"],
  c: [],
  cpp: ["c++"],
  csharp: ["cs", "c#"],
  css: [],
  diff: ["patch"],
  docker: ["dockerfile"],
  go: ["golang"],
  graphql: ["gql"],
  haskell: ["hs"],
  html: [],
  java: [],
  javascript: ["js", "mjs", "cjs"],
  json: ["json5", "jsonc"],
  jsx: [],
  kotlin: ["kt"],
  lua: [],
  markdown: ["md"],
  php: [],
  python: ["py"],
  ruby: ["rb"],
  rust: ["rs"],
  solidity: ["sol"],
  sql: [],
  swift: [],
  toml: [],
  tsx: [],
  typescript: ["ts"],
  xml: ["svg"],
  yaml: ["yml"],
  zig: [],
};

const languages = new Map(
  Object.entries(names).flatMap(([name, others]) => [name, ...others].map((each) => [each, name] as const)),
);

/** The language that the first word behind a fence means, or null for one that is not coloured. */
export function findLanguage(info: string): string | null {
  return languages.get(info.trim().split(/\s/, 1)[0]?.toLowerCase() ?? "") ?? null;
}

/** What a token is to be made into, or null. */
export function toFigure({ type, content, info, markup }: Token): Figure | null {
  if (type === "formula") return { kind: "maths", display: markup === "$$", source: content };
  if (type === "formula_block") return { kind: "maths", display: true, source: content };
  if (type !== "fence") return null;
  const [word] = info.trim().toLowerCase().split(/\s/, 1);
  if (word === "mermaid") return { kind: "diagram", source: content };
  if (word === "math") return { kind: "maths", display: true, source: content.trim() };
  const language = findLanguage(info);
  return language === null ? null : { kind: "code", language, source: content.replace(/\n$/, "") };
}
