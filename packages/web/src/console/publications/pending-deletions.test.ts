import { expect, test } from "vitest";
import { createDeletions } from "./pending-deletions.tsx";

const settled = (deletions: ReturnType<typeof createDeletions>) =>
  expect.poll(() => deletions.pending(), { timeout: 5_000 }).toEqual([]);

test("an item is deleted after a delay, unless it is undone", async () => {
  const gone: string[] = [];
  const deletions = createDeletions(
    async (id) => gone.push(id),
    () => {},
    { waitMs: 50 },
  );
  deletions.begin({ id: "1", title: "One" });
  deletions.begin({ id: "2", title: "Two" });
  deletions.begin({ id: "2", title: "Two" });
  expect(deletions.pending().map(({ id }) => id)).toEqual(["1", "2"]);
  deletions.takeBack("1");
  await settled(deletions);
  expect(gone).toEqual(["2"]);
});

test("an item that the node did not delete is shown again", async () => {
  let looks = 0;
  const deletions = createDeletions(
    () => Promise.reject(new Error("no")),
    () => {
      looks += 1;
    },
    { waitMs: 1 },
  );
  deletions.begin({ id: "1", title: "One" });
  await settled(deletions);
  expect(looks).toBe(1);
});

test("the files that nothing else refers to are deleted with it where the owner says so", async () => {
  const gone: [string, boolean][] = [];
  const deletions = createDeletions(
    async (id, withFiles) => gone.push([id, withFiles]),
    () => {},
    { waitMs: 50, countFiles: async (id) => Number(id) },
  );
  for (const id of ["1", "2"]) deletions.begin({ id, title: id });
  await expect.poll(() => deletions.pending().map(({ files }) => files)).toEqual([1, 2]);
  deletions.takeFiles("2");
  await settled(deletions);
  expect(gone).toEqual([
    ["1", false],
    ["2", true],
  ]);
});
