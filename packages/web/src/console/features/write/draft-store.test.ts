import { expect, test } from "vitest";
import { ApiError } from "../../graphql.ts";
import { createDraftStore, type DraftNode } from "./draft-store.ts";

const quick = { pauseMs: 5, retryMs: 10 };
const empty = { text: { body: "", slug: "" }, draft: null };

/** A node in memory, with the rules of `saveDraft`. */
function openNode({ takenSlug = "" } = {}) {
  const state = { revision: 0, body: "", slug: "", saves: 0, offline: false, drafts: 0 };
  const node: DraftNode = {
    async save({ id, revision, body, slug }) {
      state.saves += 1;
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (state.offline) throw new ApiError("OFFLINE", "no");
      if (id !== null && revision !== state.revision) throw new ApiError("CONFLICT", "changed elsewhere");
      if (slug !== "" && slug === takenSlug) throw new ApiError("SLUG_TAKEN", "taken");
      if (id === null) state.drafts += 1;
      state.revision += 1;
      Object.assign(state, { body, slug });
      return { id: String(state.drafts), revision: state.revision, tags: [] };
    },
  };
  return { node, state };
}

const reach = (keeper: ReturnType<typeof createDraftStore>, state: string) =>
  expect.poll(() => keeper.status().state, { timeout: 5_000 }).toBe(state);

test("a text is kept once its writer pauses, and each change after it", async () => {
  const { node, state } = openNode();
  const keeper = createDraftStore(node, empty, quick);
  keeper.change({ body: "# A\r\n\t ", slug: "" });
  expect(keeper.status().state).toBe("changed");
  await reach(keeper, "saved");
  expect(state.body).toBe("# A\r\n\t ");
  keeper.change({ body: "B", slug: "b" });
  await reach(keeper, "saved");
  expect(state).toMatchObject({ body: "B", slug: "b", revision: 2, drafts: 1 });
});

test("what is written while it is saved follows", async () => {
  const { node, state } = openNode();
  const keeper = createDraftStore(node, empty, quick);
  keeper.change({ body: "A", slug: "" });
  const first = keeper.save();
  keeper.change({ body: "AB", slug: "" });
  expect(await first).toBe(true);
  expect(state).toMatchObject({ body: "AB", drafts: 1 });
});

test("an empty text is not kept", async () => {
  const { node, state } = openNode();
  const keeper = createDraftStore(node, empty, quick);
  keeper.change({ body: " \n", slug: "" });
  expect(await keeper.save()).toBe(false);
  expect([keeper.status().state, state.saves]).toEqual(["empty", 0]);
});

test("without a network it is held, and kept when the node is back", async () => {
  const { node, state } = openNode();
  const keeper = createDraftStore(node, empty, quick);
  state.offline = true;
  keeper.change({ body: "held", slug: "" });
  await reach(keeper, "offline");
  state.offline = false;
  await reach(keeper, "saved");
  expect(state.body).toBe("held");
});

test("what was changed elsewhere is not written over, and goes on as a draft of its own", async () => {
  const { node, state } = openNode();
  const keeper = createDraftStore(node, empty, quick);
  keeper.change({ body: "mine", slug: "" });
  await reach(keeper, "saved");
  Object.assign(state, { revision: 9, body: "theirs" });
  keeper.change({ body: "mine too", slug: "" });
  await reach(keeper, "conflict");
  keeper.change({ body: "mine too, still", slug: "" });
  expect(await keeper.save()).toBe(false);
  expect([state.body, keeper.text().body]).toEqual(["theirs", "mine too, still"]);
  expect(await keeper.branch()).toBe(true);
  expect([state.body, state.drafts, keeper.status().draft?.id]).toEqual(["mine too, still", 2, "2"]);
});

test("a slug that is taken is told, and the text is kept without it", async () => {
  const { node, state } = openNode({ takenSlug: "taken" });
  const keeper = createDraftStore(node, empty, quick);
  keeper.change({ body: "A", slug: "taken" });
  await reach(keeper, "saved");
  expect([keeper.status().slugTaken, state.body, state.slug]).toEqual([true, "A", ""]);
  keeper.change({ body: "AB", slug: "taken" });
  await expect.poll(() => state.body).toBe("AB");
  expect(keeper.status().slugTaken).toBe(true);
  keeper.change({ body: "AB", slug: "free" });
  await expect.poll(() => state.slug).toBe("free");
  expect(keeper.status().slugTaken).toBe(false);
});

test("what the node refuses for good is told, and held", async () => {
  const { node } = openNode();
  const refusing = { ...node, save: () => Promise.reject(new ApiError("TOO_LARGE", "too long")) };
  const keeper = createDraftStore(refusing, empty, quick);
  keeper.change({ body: "A", slug: "" });
  await reach(keeper, "failed");
  expect(keeper.text().body).toBe("A");
});
