import { expect, it } from "vitest";
import { completeAddresses } from "./complete-addresses.ts";

const hash = `0x${"aB".repeat(32)}`;
const path = `/ewp/contents/${hash}`;
const nodeUrl = "https://ada.example/";
const whole = `https://ada.example${path}`;

it.each([
  ["a picture", `![a](${path})`],
  ["a picture of a size, with a title", `![a](<${path}?thumb=lg> "Sea")`],
  ["a link to a file", `[a](${path}#page=2)`],
  ["a definition", `[a]: ${path}`],
  ["an element", `<video src="${path}" poster='${path}'></video>`],
  ["a definition that goes on in the next line", `[a]:\n  ${path}`],
  ["a picture of a text with line ends of Windows", `![a](\r\n${path})`],
  ["an element with blanks around its sign", `<img src = "${path}">`],
  ["an element without quotation marks", `<img src=${path}>`],
  ["a picture in a list", `- one\n\n    ![a](${path})`],
  ["a picture between code", `\`code\` ![a](${path}) \`\`code\`\``],
  ["a picture after a block of code", `\`\`\`\nx\n\`\`\`\n![a](${path})`],
  ["a picture below a paragraph", `words\n    ![a](${path})`],
])("completes the address of %s", (_what, text) => {
  const completed = text.replaceAll(path, whole);
  expect(completeAddresses(text, nodeUrl)).toBe(completed);
  // Nothing is completed twice.
  expect(completeAddresses(completed, nodeUrl)).toBe(completed);
});

it.each([
  ["a block of code", `\`\`\`md\n![a](${path})\n\`\`\``],
  ["a block between tildes", `~~~\n![a](${path})\n\n![a](${path})\n~~~`],
  ["an indented block", `words\n\n    ![a](${path})\n\n    ![b](${path})\n\n\t![c](${path})`],
  ["code in a line", `\`![a](${path})\` and \`\`[a](${path}) \` \`\``],
  ["another node's address", `![a](https://ben.example${path})`],
  ["a whole address", `![a](${whole})`],
  ["a longer name", `![a](${path}0)`],
  ["a path in words", `See ${path}.`],
])("leaves %s as it is", (_what, text) => {
  expect(completeAddresses(text, nodeUrl)).toBe(text);
});

it.each(["http://localhost:8543", "https://ada.example/below", ""])(
  "leaves a text as it is where others reach no such address: %j",
  (url) => {
    expect(completeAddresses(`![a](${path})`, url)).toBe(`![a](${path})`);
  },
);
