import { describe, expect, it } from "vitest";
import { formatVersionLink, readVersionLink, versionLinkReach, withoutVersionLink } from "./version-link.ts";

const contentHash = `0x${"5a".repeat(32)}` as const;
const href = `https://ada.example/publications/${contentHash}`;
const link = formatVersionLink({ text: "Replaces the version of [3] May\n2026", href, contentHash });

describe("the link to the version that a text replaces", () => {
  it("is ordinary Markdown in one line", () => {
    expect(link).toBe(`[Replaces the version of 3 May 2026](${href} "ewp:replaces ${contentHash}")`);
  });

  it.each([
    ["after a text", `# Title\n\nWords.\n\n${link}\n`, "# Title\n\nWords."],
    ["with other line ends", `Words.\r\n\r\n${link}\r\n`, "Words."],
    ["below a line", `Words.\n${link}`, "Words."],
    ["alone", link, ""],
  ])("is found %s, and left out", (_where, markdown, rest) => {
    expect(readVersionLink(markdown)).toBe(contentHash);
    expect(withoutVersionLink(markdown)).toBe(rest);
  });

  it.each([
    ["before other words", `${link}\n\nWords.`],
    ["behind other words", `Words. ${link}`],
    ["in code", `    ${link}`],
    ["with capitals", link.toUpperCase()],
    ["with another hash", link.replace('5a")', '5")')],
    ["too far from the end", `${link}${"\n".repeat(versionLinkReach)}`],
    ["without a title", `[Replaces](${href})`],
    ["in an empty text", ""],
  ])("is none %s", (_where, markdown) => {
    expect(readVersionLink(markdown)).toBeNull();
    expect(withoutVersionLink(markdown)).toBe(markdown);
  });
});
