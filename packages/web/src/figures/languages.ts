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
