import type { ParserTarget } from "./parser-target.ts";

const length = 100_000;
const common = ["a", " ", "\n", "-", "\\", '"', "(", "0", "e\u0301", "字", "a.", "a ", "[](", "*_"];

/** Texts of 100,000 characters, each of one piece: parts of what the parser reads, and what careless patterns stumble over. */
export function longTexts({ seeds }: ParserTarget): { piece: string; text: string }[] {
  const parts = seeds.flatMap((text) => [text, ...(text.match(/[^\w\s]+|\w+/g) ?? []).slice(0, 6)]);
  return [...new Set([...parts, ...common])]
    .filter((piece) => piece !== "")
    .map((piece) => ({ piece, text: piece.repeat(Math.ceil(length / piece.length)).slice(0, length) }));
}
