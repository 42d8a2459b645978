import { describe, expect, it } from "vitest";
import { safeText } from "../observability/safe-text.ts";
import {
  type Column,
  cutText,
  endWithRecipients,
  formatBytes,
  formatCount,
  formatDistance,
  formatTable,
  textWidth,
} from "./format.ts";
import { describeError, findNearest } from "./run-command-line.ts";

const plain = { paint: (_: unknown, text: string) => text };

describe("formatTable", () => {
  const columns: Column<[string, string, string]>[] = [
    { title: "WHO", cell: ([who]) => who },
    { title: "WHAT", flexible: true, cell: ([, what]) => what },
    { title: "N", cell: ([, , count]) => count },
  ];
  const rows: [string, string, string][] = [
    ["Ann", "a very long title that goes on and on", "1"],
    ["名前", "short", "22"],
  ];

  it("aligns columns, wide letters too, and cuts nothing in a pipe", () => {
    expect(formatTable(columns, rows, { ...plain, columns: 20, isInteractive: false })).toBe(
      [
        "WHO   WHAT                                   N",
        "Ann   a very long title that goes on and on  1",
        "名前  short                                  22",
      ].join("\n"),
    );
  });

  it("keeps every line within the terminal", () => {
    const table = formatTable(columns, rows, { ...plain, columns: 30, isInteractive: true });
    expect(Math.max(...table.split("\n").map(textWidth))).toBe(30);
    expect(table).toContain("a very long title t…  1");
  });
});

describe("text for a terminal", () => {
  it("carries no control from outside", () => {
    expect(safeText("a\u001b[31m\u0007b\r\nc\u202ed\u2028e\u009b")).toBe("a [31m b c d e");
  });

  it("is measured and cut by columns", () => {
    expect(textWidth("名前")).toBe(4);
    expect(textWidth("é👩‍👩‍👧")).toBe(3);
    expect(cutText("名前です", 5)).toBe("名前…");
    expect(cutText("abc", 3)).toBe("abc");
  });
});

describe("amounts", () => {
  it.each([
    [0, "0 bytes"],
    [999, "999 bytes"],
    [1000, "1.0 kB"],
    [94_371_840, "94 MB"],
    [999_999, "1.0 MB"],
    [1_073_741_824, "1.1 GB"],
  ])("of %i bytes are %s", (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it("are told for people", () => {
    expect(formatCount(1, "follower")).toBe("1 follower");
    expect(formatCount(0, "follower")).toBe("0 followers");
    expect([0, 1, 9_999, 10_000].map(endWithRecipients)).toEqual([
      ". Nobody follows this site yet.",
      ", for 1 follower.",
      ", for 9999 followers.",
      ", for 10000 followers or more.",
    ]);
    expect(formatDistance(1_000_000, 0)).toBe("16 min ago");
    expect(formatDistance(0, 7_200_000)).toBe("in 2 h");
    expect(formatDistance(5, 5)).toBe("now");
  });
});

describe("findNearest", () => {
  it("finds what was meant, and nothing far away", () => {
    expect(findNearest("unfolow", ["follow", "unfollow"])).toBe("unfollow");
    expect(findNearest("xyz", ["follow", "unfollow"])).toBeNull();
  });
});

describe("describeError", () => {
  it("shows a stack of what nobody expected alone", () => {
    expect(describeError(new RangeError("boom"))).toMatchObject({ code: "INTERNAL_ERROR", exitCode: 1 });
    expect(describeError(new RangeError("boom")).stack).toContain("format.test.ts");
    const missing = Object.assign(new Error("x"), { code: "ENOENT", syscall: "open", path: "/a" });
    expect(describeError(missing)).toEqual({
      code: "ENOENT",
      message: "/a: there is no such file.",
      exitCode: 1,
      stack: null,
    });
  });
});
