import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const text = (body: string) => ({ body, slug: "" });
const unsaved = { draft: null, isSaved: false };
const draft = { id: "7", revision: 3, tags: [], isPublished: false, isChanged: false };

// The module holds its database: each test has a new one, as a browser in which nothing was typed.
let copies: typeof import("./draft-copies.ts");
let browsers = 0;
beforeEach(async () => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  browsers += 1;
  copies = await import(/* @vite-ignore */ `./draft-copies.ts?browser=${browsers}`);
});
afterEach(() => void vi.unstubAllGlobals());

/** A page that ends without a farewell: its locks end, what it stored stays. */
async function crash(writer: ReturnType<typeof copies.createCopy>): Promise<void> {
  await writer.close();
}

test("what was typed last is there after a crash, and no other editor takes it before", async () => {
  const writer = copies.createCopy();
  for (const body of ["T", "Th", "The loom"]) void writer.write({ ...unsaved, text: text(body) });
  await writer.write({ ...unsaved, text: text("The loom weaves") });
  expect(await copies.takeCopy(null)).toBeNull();
  await crash(writer);
  const taken = await copies.takeCopy(null);
  expect(taken?.found).toMatchObject({ text: text("The loom weaves"), draft: null, isSaved: false });
  expect(taken?.writer.key).toBe(writer.key);
  await taken?.writer.close();
});

test("a draft gets its own copy, the newest first, and a new post gets none that the node stores", async () => {
  const clock = vi.spyOn(Date, "now");
  for (const [at, body] of [
    [2, "newer"],
    [1, "older"],
  ] as const) {
    clock.mockReturnValue(at);
    const writer = copies.createCopy();
    await writer.write({ ...unsaved, draft, text: text(body) });
    await crash(writer);
  }
  clock.mockRestore();
  expect(await copies.takeCopy(null)).toBeNull();
  expect(await copies.takeCopy("8")).toBeNull();
  const taken = await copies.takeCopy("7");
  expect(taken?.found.text.body).toBe("newer");
  await taken?.writer.close();
});

test("what the node stores goes when its editor is left; signing out removes everything", async () => {
  const saved = copies.createCopy();
  await saved.write({ draft, isSaved: true, text: text("saved") });
  const open = copies.createCopy();
  await open.write({ ...unsaved, text: text("open") });
  await crash(saved);
  await copies.clearCopies({ all: false });
  expect((await copies.listCopies()).map(({ key }) => key)).toEqual([open.key]);
  await copies.clearCopies({ all: true });
  expect(await copies.listCopies()).toEqual([]);
  await open.close();
});

test("a removed copy stays removed, whatever was on its way", async () => {
  const writer = copies.createCopy();
  void writer.write({ ...unsaved, text: text("A") });
  void writer.write({ ...unsaved, text: text("AB") });
  await writer.remove();
  expect(await copies.listCopies()).toEqual([]);
  await writer.close();
});

test("a browser that stores nothing hinders nobody", async () => {
  vi.stubGlobal("indexedDB", {
    open: () => {
      throw new Error("no");
    },
  });
  const writer = copies.createCopy();
  await writer.write({ ...unsaved, text: text("A") });
  expect([await copies.listCopies(), await copies.takeCopy(null)]).toEqual([[], null]);
  await writer.close();
});
