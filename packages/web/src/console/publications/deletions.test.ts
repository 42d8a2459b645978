import { expect, test } from "vitest";
import { createDeletions } from "./deletions.ts";

const one = { id: "1", title: "One" };
const two = { id: "2", title: "Two" };

/** A node with things, some of which it refuses to delete or to restore. */
function fakeNode({
  files = [] as string[],
  refuses = () => false,
}: {
  files?: string[];
  refuses?: (id: string) => boolean;
} = {}) {
  const trash = new Map<string, string | null>();
  const calls: string[] = [];
  return {
    trash,
    calls,
    async destroy(ids: readonly string[], deletedWith: string | null) {
      calls.push(`destroy ${ids.length}`);
      if (ids.some(refuses)) throw new Error("no");
      for (const id of ids) trash.set(id, deletedWith);
      return deletedWith === null ? files : [];
    },
    async restore(ids: readonly string[]) {
      calls.push(`restore ${ids.length}`);
      if (ids.some(refuses)) throw new Error("no");
      for (const id of ids) trash.delete(id);
      return !ids.includes("moved");
    },
  };
}

const phases = (deletions: ReturnType<typeof createDeletions>) =>
  deletions.all().map(({ phase, items }) => `${phase} ${items.map(({ id }) => id).join()}`);

test("things are deleted at once, hidden meanwhile, and come back together", async () => {
  const node = fakeNode();
  const seen: string[] = [];
  const deletions = createDeletions(node, { onSettled: () => seen.push(phases(deletions).join()) });
  const begun = deletions.begin([one, two]);
  expect([phases(deletions), deletions.isShown(one)]).toEqual([["deleting 1,2"], false]);
  await begun;
  expect([...node.trash.keys()]).toEqual(["1", "2"]);
  const [first] = deletions.all();
  expect(await deletions.takeBack(first?.key ?? 0)).toBe(true);
  expect([node.trash.size, phases(deletions), deletions.isShown(one)]).toEqual([0, [], true]);
  // Lists are read again before anything is shown again.
  expect(seen).toEqual(["deleting 1,2", "restoring 1,2"]);
});

test("what the node refuses is shown again and can be tried again; of many, the others are deleted", async () => {
  let isDown = true;
  const many = Array.from({ length: 150 }, (_, at) => ({ id: String(at), title: "" }));
  const node = fakeNode({ refuses: (id) => isDown && id === "120" });
  const deletions = createDeletions(node, { onSettled() {} });
  await deletions.begin(many);
  expect(deletions.all().map(({ phase, items }) => [phase, items.length])).toEqual([
    ["deleted", 100],
    ["kept", 50],
  ]);
  expect([deletions.isShown({ id: "3" }), deletions.isShown({ id: "120" })]).toEqual([false, true]);
  isDown = false;
  await deletions.retry(deletions.all()[1]?.key ?? 0);
  expect(node.trash.size).toBe(150);
});

test("files go and come back with their post, and a new address is told", async () => {
  const node = fakeNode({ files: ["8", "9"] });
  const deletions = createDeletions(node, { onSettled() {} });
  await deletions.begin([{ id: "moved", title: "Moved" }]);
  const key = deletions.all()[0]?.key ?? 0;
  expect(deletions.all()[0]?.files).toEqual(["8", "9"]);
  await deletions.takeFiles(key);
  expect(node.trash.get("9")).toBe("moved");
  await deletions.takeBack(key);
  expect([node.trash.size, phases(deletions)]).toEqual([0, ["back moved"]]);
  deletions.forget("moved");
  expect(deletions.all()).toEqual([]);
});

test("what could not be restored stays in the trash, with a reason", async () => {
  const node = fakeNode();
  const deletions = createDeletions(
    { ...node, restore: () => Promise.reject(new Error("no")) },
    { onSettled() {} },
  );
  await deletions.begin([one]);
  expect(await deletions.takeBack(deletions.all()[0]?.key ?? 0)).toBe(false);
  expect(deletions.all()).toMatchObject([{ phase: "deleted", problem: { step: "restore" } }]);
  expect(node.trash.size).toBe(1);
});

test("the offer to undo ends", async () => {
  const deletions = createDeletions(fakeNode(), { undoMs: 1, onSettled() {} });
  await deletions.begin([one]);
  await expect.poll(() => deletions.all()).toEqual([]);
});

test("a deletion of more than one call says so until its last one is answered, since the end of the page would cut it", async () => {
  const deletions = createDeletions(fakeNode(), { onSettled: () => {} });
  const few = deletions.begin([one, two]);
  expect(deletions.isInParts()).toBe(false);
  await few;
  const many = deletions.begin(Array.from({ length: 101 }, (_, id) => ({ id: `m${id}`, title: "" })));
  expect(deletions.isInParts()).toBe(true);
  await many;
  expect(deletions.isInParts()).toBe(false);
});
