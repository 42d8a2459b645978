import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeWholeFile } from "./files.ts";
import { inside, insideOrNull } from "./inside-folder.ts";

let root: string;
let folder: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "freehold-inside-")));
  folder = join(root, "site");
  await mkdir(folder);
  await mkdir(join(root, "elsewhere/b"), { recursive: true });
  await writeFile(join(root, "elsewhere/victim"), "of somebody else");
  await writeFile(join(root, "elsewhere/b/victim"), "of somebody else");
});
afterEach(() => rm(root, { recursive: true, force: true }));

const write = (file: string) =>
  inside(folder, file, (path) => writeWholeFile(path, ["words"]), { makeFolders: 0o755 });

async function expectUntouched(): Promise<void> {
  expect((await readdir(join(root, "elsewhere"))).sort()).toEqual(["b", "victim"]);
  for (const file of ["victim", "b/victim"])
    expect(await readFile(join(root, "elsewhere", file), "utf8")).toBe("of somebody else");
}

it("makes folders, and gives a path that names the file", async () => {
  await write("a/b/c.txt");
  expect(await readFile(join(folder, "a/b/c.txt"), "utf8")).toBe("words");
  expect(await insideOrNull(folder, "a/b/c.txt", (path) => readFile(path, "utf8"))).toBe("words");
  expect(await insideOrNull(folder, "a/none/c.txt", (path) => readFile(path, "utf8"))).toBeNull();
});

it.each(["../elsewhere", join(tmpdir(), "x"), "."])(
  "writes and removes nothing behind a link to %s",
  async (to) => {
    await symlink(to, join(folder, "a"));
    for (const file of ["a/victim", "a/b/victim", "a/elsewhere/victim"]) {
      await expect(write(file)).rejects.toMatchObject({ code: "EXPORT_INVALID" });
      expect(await insideOrNull(folder, file, (path) => rm(path))).toBeNull();
    }
    await expectUntouched();
  },
);

it.each(["../elsewhere/victim", "a/../../elsewhere/victim", "/etc/x", "", "a//b", "a/.", "a\0b"])(
  "refuses the path %j",
  async (file) => {
    await expect(write(file)).rejects.toMatchObject({ code: "EXPORT_INVALID" });
    expect(await insideOrNull(folder, file, (path) => rm(path))).toBeNull();
    await expectUntouched();
    expect(await readdir(folder)).toEqual([]);
  },
);

it("replaces a link in the place of the file, and of its beginning", async () => {
  await symlink(join(root, "elsewhere/victim"), join(folder, "page"));
  await symlink(join(root, "elsewhere/victim"), join(folder, "page.part"));
  await write("page");
  expect(await readFile(join(folder, "page"), "utf8")).toBe("words");
  expect(await readdir(folder)).toEqual(["page"]);
  await expectUntouched();
});

it.runIf(process.platform === "linux")(
  "stays in the folder that it looked at, when a link takes its place",
  async () => {
    await write("a/first");
    await inside(folder, "a/victim", async (path) => {
      await rename(join(folder, "a"), join(root, "moved"));
      await symlink("../elsewhere", join(folder, "a"));
      await rm(path, { force: true });
      await writeWholeFile(path, ["words"]);
    });
    expect((await readdir(join(root, "moved"))).sort()).toEqual(["first", "victim"]);
    await expectUntouched();
  },
);

it("names the folder in an error as its caller knows it", async () => {
  await mkdir(join(folder, "a/b"), { recursive: true });
  const failed = inside(folder, "a/none", (path) => readFile(path));
  await expect(failed).rejects.toThrow(join(folder, "a/none"));
});
