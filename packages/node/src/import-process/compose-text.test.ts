import { expect, test } from "vitest";
import { composeText } from "./compose-text.ts";

const old = "https://old.example/a.png";
const here = `https://me.example/ewp/contents/0x${"1".repeat(64)}`;
const elsewhere = "https://old.example/b%20b.png";
const links = new Map([
  [old, here],
  ["/b b.png", elsewhere],
]);
const compose = (markdown: string) => composeText({ title: "", markdown, tags: [] }, links).trimEnd();

test.each([
  ["a picture with its caption and width", `![A](${old}#wide "B")`, `![A](${here}#wide "B")`],
  ["a picture in a link", `[![](${old}#full)](${old})`, `[![](${here}#full)](${here})`],
  ["a picture that stays elsewhere has no width", "![A](</b b.png#wide>)", `![A](<${elsewhere}>)`],
  ["another fragment is another address", `[A](${old}#part)`, `[A](${old}#part)`],
  ["a picture in an item of an item", `- a\n\n    - ![](${old})`, `- a\n\n    - ![](${here})`],
  ["code in a line stays", `\`![](${old})\` ![](${old})`, `\`![](${old})\` ![](${here})`],
  [
    "code between fences in an item stays",
    `- \`\`\`\n  ![](${old})\n  \`\`\``,
    `- \`\`\`\n  ![](${old})\n  \`\`\``,
  ],
  ["indented code stays", `a\n\n    ![](${old})`, `a\n\n    ![](${old})`],
  ["escaped backticks are no code", `\\\` ![](${old}) \\\``, `\\\` ![](${here}) \\\``],
])("%s", (_, markdown, expected) => {
  expect(compose(markdown)).toBe(expected);
});
