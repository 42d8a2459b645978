import { expect, test } from "vitest";
import { formatFinding } from "./format-finding.ts";

const parts = [
  { code: "The name {0} has no address.", values: ["ada.example"] },
  { code: "Something new about {0} and {1}.", values: ["{1}", "$&"] },
];

test("a finding is shown in the language of the page, and in English where a translation is missing", () => {
  expect(formatFinding(parts, "en")).toBe(
    "The name ada.example has no address. Something new about {1} and $&.",
  );
  expect(formatFinding(parts, "zh-Hans")).toBe("域名 ada.example 没有地址。Something new about {1} and $&.");
});
