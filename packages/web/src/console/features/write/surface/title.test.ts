import fc from "fast-check";
import { expect, test } from "vitest";
import { joinTitle, splitTitle } from "./title.ts";

test.each([
  ["# The loom\n\nIt weaves.", "The loom", "It weaves."],
  ["#   The loom  \nIt weaves.", "The loom", "It weaves."],
  ["# 织布机\r\n\r\n它会织布。\r\n", "织布机", "它会织布。\r\n"],
  ["# Alone", "Alone", ""],
  ["# The loom\n\n\n    code", "The loom", "    code"],
  ["#tag first", "", "#tag first"],
  ["## A part\n\nText", "", "## A part\n\nText"],
  ["# \n\nText", "", "# \n\nText"],
  ["\n# Later", "", "\n# Later"],
  ["", "", ""],
])("%j has the title %j", (text, title, rest) => {
  expect(splitTitle(text)).toMatchObject({ title, rest });
});

test("every text is the same after it was split and joined", () => {
  const piece = fc.constantFrom("#", " ", "\t", "\n", "\r\n", "a", "题", "# ", "\u2028");
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join("")),
      (text) => {
        expect(joinTitle(splitTitle(text))).toBe(text);
      },
    ),
  );
});

test("a title is given, changed and taken away, and the rest stays", () => {
  const none = splitTitle("It weaves.");
  expect(joinTitle({ ...none, title: "The loom" })).toBe("# The loom\n\nIt weaves.");
  expect(joinTitle({ ...splitTitle("# The loom\nIt weaves."), title: "A\nloom" })).toBe(
    "# A loom\nIt weaves.",
  );
  expect(joinTitle({ ...splitTitle("# The loom\n\nIt weaves."), title: " " })).toBe("It weaves.");
  expect(joinTitle({ ...none, rest: "", title: "The loom" })).toBe("# The loom");
  expect(joinTitle({ ...splitTitle("# The loom"), rest: "It" })).toBe("# The loom\n\nIt");
});
