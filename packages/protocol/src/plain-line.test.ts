import { describe, expect, test } from "vitest";
import { isPlainLine, toPlainLine } from "./plain-line.ts";

describe("a name of characters that are seen", () => {
  test.each([
    "Bea",
    "CI ü 🏠",
    "Zoë\u0301 O’Brien-Łukasz",
    "海边的人",
    "علي رضا",
    // Joiners that write something.
    "می\u200cخواهم",
    "ക്\u200dഷ",
    "👩\u200d💻 👩🏽\u200d🚀 ❤\ufe0f 🏳\ufe0f\u200d🌈",
    "1\ufe0f⃣",
  ])("%s stays", (name) => {
    expect([toPlainLine(name), isPlainLine(name)]).toEqual([name, true]);
  });

  test("white space around and inside of it becomes usual", () => {
    expect(toPlainLine("  A\u00a0 \u2003B\u3000 ")).toBe("A B");
    expect(isPlainLine(" A\u00a0 B ")).toBe(true);
  });

  test.each([
    ["a change of direction", "ad\u202enim", "adnim"],
    ["an isolate", "\u2066ad\u2069min", "admin"],
    ["a mark of direction", "admin\u200f\u200e\u061c", "admin"],
    ["a space without width", "ad\u200bmin\u2060\ufeff", "admin"],
    ["a joiner in Latin", "ad\u200cm\u200din", "admin"],
    ["a soft hyphen", "ad\u00admin", "admin"],
    ["a filler of Hangul", "ad\u3164mi\u115fn\uffa0", "admin"],
    ["a combining joiner", "ad\u034fmin", "admin"],
    ["an empty pattern of Braille", "ad\u2800min", "admin"],
    ["a selector of a figure", "1\ufe0f2", "12"],
    ["a selector twice", "❤\ufe0f\ufe0e", "❤\ufe0f"],
    ["selectors of nothing", "ad\ufe0fmin\u{e0100}", "admin"],
    ["letters of a tag", "admin\u{e0061}\u{e0062}\u{e007f}", "admin"],
    ["an annotation", "ad\ufff9min\ufffb", "admin"],
    ["a control", "ad\u0000mi\u0007n\u009b", "admin"],
    ["a line break", "ad\nmin", "ad min"],
    ["a separator of lines", "ad\u2028min\u2029", "ad min"],
    ["half a character", "ad\ud83cmin", "ad\ufffdmin"],
    ["nothing that is seen", "\u202e\u200b \u3164", ""],
  ])("%s does not", (_what, name, plain) => {
    expect([toPlainLine(name), isPlainLine(name)]).toEqual([plain, false]);
  });
});
