const paragraph =
  "The engine weaves algebraic patterns, just as the loom weaves flowers and leaves; it has no pretensions to originate anything, and does whatever we know how to order it to perform. ";
/** Some sentences, other ones for each number. */
export const sentences = (from: number) =>
  Array.from(
    { length: 5 },
    (_, at) => `${paragraph.slice(0, 60 + ((from * 37 + at * 53) % 110))}(${from}.${at})`,
  ).join(" ");

/** What somebody writes on a good day: 1,400 words, code, a table, notes, a formula. */
export const longPost = [
  "# On the weaving of numbers",
  ...Array.from({ length: 12 }, (_, at) => sentences(at)),
  "## What it can do",
  "- follow what we know how to order\n- nothing else, **for now**[^1]\n- and `print` it[^2]",
  "> A quotation of some length that says what somebody said once, and says it well enough.",
  '```js\nfor (const card of cards) {\n  if (card.isWorn) throw new Error("Take another card.");\n  engine.weave(card);\n}\n```',
  "| card | meaning |\n|---|---|\n| 1 | add |\n| 2 | carry |",
  "$$\\sum_{n=1}^{k} B_n = 0$$",
  ...Array.from({ length: 8 }, (_, at) => sentences(at + 20)),
  "[^1]: As of today.\n[^2]: On paper.",
].join("\n\n");
