import { expect, it } from "vitest";
import { assessDiskSpace, parseOpenFiles } from "./machine.ts";

const GB = 1e9;

it.each([
  ["half of a disk", { bytes: 100 * GB, freeBytes: 50 * GB }, "ok"],
  ["a tenth", { bytes: 100 * GB, freeBytes: 10 * GB }, "ok"],
  ["less than a tenth", { bytes: 100 * GB, freeBytes: 10 * GB - 1 }, "warning"],
  ["a gigabyte", { bytes: 2 * GB, freeBytes: GB }, "ok"],
  ["less than a gigabyte", { bytes: 2 * GB, freeBytes: GB - 1 }, "warning"],
  ["less than a hundredth", { bytes: 100 * GB, freeBytes: GB - 1 }, "failed"],
  ["less than 100 MB", { bytes: GB, freeBytes: GB / 10 - 1 }, "failed"],
  ["no files", { bytes: 100 * GB, freeBytes: 50 * GB, files: 1000, freeFiles: 9 }, "failed"],
  ["few files", { bytes: 100 * GB, freeBytes: 50 * GB, files: 1000, freeFiles: 99 }, "warning"],
  ["no limit of files", { bytes: 100 * GB, freeBytes: 50 * GB, files: 0, freeFiles: 0 }, "ok"],
])("assesses free disk space: %s", (_what, space, state) => {
  expect(assessDiskSpace({ files: 1000, freeFiles: 900, ...space }, "/data").state).toBe(state);
});

const table = (soft: string) => `Limit                     Soft Limit           Hard Limit           Units
Max processes             96378                96378                processes
Max open files            ${soft}                 1048576              files
`;

it.each([
  [table("1024"), 1024],
  [table("unlimited"), Number.POSITIVE_INFINITY],
  ["something else", null],
])("reads the soft limit of open files", (text, limit) => {
  expect(parseOpenFiles(text)).toBe(limit);
});
