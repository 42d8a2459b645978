import { lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { placeFile, requireFreeName } from "./place-file.ts";

let folder: string;
const at = (name: string) => join(folder, name);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-place-"));
  await writeFile(at("made"), "new");
  await writeFile(at("thesis"), "years of work");
});
afterEach(() => rm(folder, { recursive: true }));

it("gives a file a free name, and never that of another file, a folder or a link", async () => {
  await symlink(at("nowhere"), at("link"));
  for (const name of ["thesis", "link", "."]) {
    await expect(requireFreeName(at(name))).rejects.toMatchObject({ code: "FILE_EXISTS" });
    await expect(placeFile(at("made"), at(name))).rejects.toMatchObject({ code: "FILE_EXISTS" });
  }
  expect(await readFile(at("thesis"), "utf8")).toBe("years of work");
  await requireFreeName(at("free"));
  await placeFile(at("made"), at("free"));
  expect((await readdir(folder)).sort()).toEqual(["free", "link", "thesis"]);
  expect(await readFile(at("free"), "utf8")).toBe("new");
});

it("replaces a link, and neither a folder nor a device, by its owner's word", async () => {
  await symlink(at("thesis"), at("link"));
  for (const path of [folder, "/dev/null"]) {
    await expect(requireFreeName(path, { replace: true })).rejects.toMatchObject({ code: "FILE_EXISTS" });
    await expect(placeFile(at("made"), path, { replace: true })).rejects.toMatchObject({
      code: "FILE_EXISTS",
    });
  }
  expect((await lstat("/dev/null")).isCharacterDevice()).toBe(true);
  await placeFile(at("made"), at("link"), { replace: true });
  expect(await readFile(at("link"), "utf8")).toBe("new");
  expect(await readFile(at("thesis"), "utf8")).toBe("years of work");
});

it("replaces a file by its owner's word", async () => {
  await requireFreeName(at("thesis"), { replace: true });
  await placeFile(at("made"), at("thesis"), { replace: true });
  expect(await readdir(folder)).toEqual(["thesis"]);
  expect(await readFile(at("thesis"), "utf8")).toBe("new");
});
