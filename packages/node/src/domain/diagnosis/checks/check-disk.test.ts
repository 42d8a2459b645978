import { expect, it } from "vitest";
import { judgeRoom } from "./check-disk.ts";

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
])("judges %s", (_what, room, state) => {
  expect(judgeRoom({ files: 1000, freeFiles: 900, ...room }, "/data").state).toBe(state);
});
