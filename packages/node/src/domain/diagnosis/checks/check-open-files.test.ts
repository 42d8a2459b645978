import { expect, it } from "vitest";
import { parseOpenFiles } from "./check-open-files.ts";

const table = (soft: string) => `Limit                     Soft Limit           Hard Limit           Units
Max processes             96378                96378                processes
Max open files            ${soft}                 1048576              files
`;

it.each([
  [table("1024"), 1024],
  [table("unlimited"), Number.POSITIVE_INFINITY],
  ["something else", null],
])("reads the soft limit", (text, limit) => {
  expect(parseOpenFiles(text)).toBe(limit);
});
