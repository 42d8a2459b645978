import { expect, test } from "vitest";
import { ApiError } from "../../../graphql.ts";
import { createDraftStore, type SaveDraft } from "./draft-store.ts";

const quick = { pauseMs: 5, retryMs: 10, answerMs: 5_000 };
const empty = { text: { body: "", slug: "" }, draft: null };

const asDraft = { tags: [], isPublished: false, isChanged: false };

/** A node in memory, with the rules of `saveDraft`. */
function openNode({ takenSlug = "" } = {}) {
  const state = {
    revision: 0,
    body: "",
    slug: "",
    saves: 0,
    offline: false,
    /** The node saves, and its answer is lost. */
    losesAnswers: false,
    deleted: false,
    drafts: 0,
    kept: [] as string[],
  };
  const save: SaveDraft = async ({ id, revision, body, slug, keepsVersion = false, takeSlug = false }) => {
    state.saves += 1;
    await new Promise((resolve) => setTimeout(resolve, 2));
    if (state.offline) throw new ApiError("OFFLINE", "no");
    if (id !== null && state.deleted) throw new ApiError("NOT_FOUND", "deleted elsewhere");
    if (id !== null && revision !== state.revision) {
      if (body !== state.body) throw new ApiError("CONFLICT", "changed elsewhere");
      if (state.losesAnswers) throw new ApiError("OFFLINE", "no");
      return { ...asDraft, id, revision: state.revision };
    }
    if (slug !== "" && slug === takenSlug) throw new ApiError("SLUG_TAKEN", "taken");
    if (slug === "was-used" && !takeSlug) throw new ApiError("SLUG_TAKEN", "old", { reason: "OLD_ADDRESS" });
    if (id === null) state.drafts += 1;
    state.revision += 1;
    if (keepsVersion) state.kept.push(state.body);
    Object.assign(state, { body, slug });
    if (state.losesAnswers) throw new ApiError("OFFLINE", "no");
    return { ...asDraft, id: String(state.drafts), revision: state.revision };
  };
  return { save, state };
}

const reach = (store: ReturnType<typeof createDraftStore>, state: string) =>
  expect.poll(() => store.status().state, { timeout: 5_000 }).toBe(state);

test("saves a text once the writer pauses, and each change after it", async () => {
  const { save, state } = openNode();
  const store = createDraftStore(save, empty, quick);
  store.change({ body: "# A\r\n\t ", slug: "" });
  expect(store.status().state).toBe("changed");
  await reach(store, "saved");
  expect(state.body).toBe("# A\r\n\t ");
  store.change({ body: "B", slug: "b" });
  await reach(store, "saved");
  expect(state).toMatchObject({ body: "B", slug: "b", revision: 2, drafts: 1 });
});

test("a call without an answer ends, and the same text is sent again", async () => {
  const { save, state } = openNode();
  let hangs = true;
  const hanging: SaveDraft = (input, signal) =>
    hangs
      ? new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)))
      : save(input, signal);
  const store = createDraftStore(hanging, empty, { ...quick, answerMs: 50 });
  store.change({ body: "A", slug: "" });
  await reach(store, "offline");
  expect(store.sent()).toEqual({ body: "A", slug: "" });
  hangs = false;
  await reach(store, "saved");
  expect(state).toMatchObject({ body: "A", revision: 1, drafts: 1 });
});

test("a lost answer is no conflict, also for the next page", async () => {
  const { save, state } = openNode();
  const store = createDraftStore(save, empty, quick);
  store.change({ body: "A", slug: "" });
  await reach(store, "saved");
  const { draft } = store.status();
  state.losesAnswers = true;
  store.change({ body: "AB", slug: "" });
  await reach(store, "offline");
  expect(state).toMatchObject({ body: "AB", revision: 2 });
  expect(store.sent()).toEqual({ body: "AB", slug: "" });
  const next = createDraftStore(save, { text: { body: "A", slug: "" }, draft, sent: store.sent() }, quick);
  store.change({ body: "ABC", slug: "" });
  state.losesAnswers = false;
  await reach(store, "saved");
  expect(state).toMatchObject({ body: "ABC", revision: 3, drafts: 1 });
  next.change({ body: "AX", slug: "" });
  await reach(next, "conflict");
  expect(state).toMatchObject({ body: "ABC", revision: 3 });
});

test("what is written while it is saved follows", async () => {
  const { save, state } = openNode();
  const store = createDraftStore(save, empty, quick);
  store.change({ body: "A", slug: "" });
  const first = store.save();
  store.change({ body: "AB", slug: "" });
  expect(await first).toBe(true);
  expect(state).toMatchObject({ body: "AB", drafts: 1 });
});

test("does not save an empty text", async () => {
  const { save, state } = openNode();
  const store = createDraftStore(save, empty, quick);
  store.change({ body: " \n", slug: "" });
  expect(await store.save()).toBe(false);
  expect([store.status().state, state.saves]).toEqual(["empty", 0]);
});

test("holds the text while offline and saves it when the node is back", async () => {
  const { save, state } = openNode();
  const store = createDraftStore(save, empty, quick);
  state.offline = true;
  store.change({ body: "held", slug: "" });
  await reach(store, "offline");
  state.offline = false;
  await reach(store, "saved");
  expect(state.body).toBe("held");
});

test("a node that has no time is asked again", async () => {
  const { save, state } = openNode();
  const busy = ["BUSY", "RATE_LIMITED", "HTTP_503"];
  const store = createDraftStore(
    async (draft) => {
      const code = busy.shift();
      if (code) throw new ApiError(code, "no time");
      return await save(draft);
    },
    empty,
    quick,
  );
  const states = new Set<string>();
  store.subscribe(() => states.add(store.status().state));
  store.change({ body: "A", slug: "" });
  await reach(store, "saved");
  expect([busy, state.body, states.has("offline"), states.has("failed")]).toEqual([[], "A", true, false]);
});

test("what was changed elsewhere is not written over, and goes on as a draft of its own", async () => {
  const { save, state } = openNode();
  const store = createDraftStore(save, empty, quick);
  store.change({ body: "mine", slug: "" });
  await reach(store, "saved");
  Object.assign(state, { revision: 9, body: "theirs" });
  store.change({ body: "mine too", slug: "" });
  await reach(store, "conflict");
  store.change({ body: "mine too, still", slug: "" });
  expect(await store.save()).toBe(false);
  expect([state.body, store.text().body]).toEqual(["theirs", "mine too, still"]);
  expect(await store.branch()).toBe(true);
  expect([state.body, state.drafts, store.status().draft?.id]).toEqual(["mine too, still", 2, "2"]);
});

test.each(["mine", "other"] as const)(
  "a conflict ends with one text (%s); the other is in the history",
  async (take) => {
    const { save, state } = openNode();
    const store = createDraftStore(save, empty, quick);
    store.change({ body: "mine", slug: "" });
    await reach(store, "saved");
    Object.assign(state, { revision: 9, body: "theirs" });
    store.change({ body: "mine too", slug: "" });
    await reach(store, "conflict");

    // It was saved elsewhere once more meanwhile: nothing is lost, and the question stays.
    const other = take === "other" ? { body: "theirs", slug: "" } : null;
    expect(await store.settle(8, other)).toBe(false);
    expect([store.status().state, state.body, store.text().body]).toEqual(["conflict", "theirs", "mine too"]);

    expect(await store.settle(9, other)).toBe(true);
    const [chosen, kept] = other ? ["theirs", ["theirs", "mine too"]] : ["mine too", ["theirs"]];
    expect([state.body, store.text().body, state.kept]).toEqual([chosen, chosen, kept]);
    expect(store.status().state).toBe("saved");
  },
);

test("a draft that was deleted elsewhere is no failure: its text goes on as a new draft", async () => {
  const { save, state } = openNode();
  const store = createDraftStore(save, empty, quick);
  store.change({ body: "mine", slug: "" });
  await reach(store, "saved");
  state.deleted = true;
  store.change({ body: "mine too", slug: "" });
  await reach(store, "conflict");
  state.deleted = false;
  expect(await store.branch()).toBe(true);
  expect(state.body).toBe("mine too");
});

test("reports a slug that is taken, and saves the text without it", async () => {
  const { save, state } = openNode({ takenSlug: "taken" });
  const store = createDraftStore(save, empty, quick);
  store.change({ body: "A", slug: "taken" });
  await reach(store, "saved");
  expect([store.status().slugTaken, state.body, state.slug]).toEqual([true, "A", ""]);
  store.change({ body: "AB", slug: "taken" });
  await expect.poll(() => state.body).toBe("AB");
  expect(store.status().slugTaken).toBe(true);
  store.change({ body: "AB", slug: "free" });
  await expect.poll(() => state.slug).toBe("free");
  expect(store.status().slugTaken).toBe(false);
});

test("a text that the node refuses for good stays, and the status says so", async () => {
  const refusing = () => Promise.reject(new ApiError("TOO_LARGE", "too long"));
  const store = createDraftStore(refusing, empty, quick);
  store.change({ body: "A", slug: "" });
  await reach(store, "failed");
  expect(store.text().body).toBe("A");
});

test("a text that is replaced by an earlier one is saved first, and stays in the history", async () => {
  const { save, state } = openNode();
  const store = createDraftStore(save, empty, quick);
  store.change({ body: "A", slug: "" });
  await reach(store, "saved");
  store.change({ body: "B, unsaved", slug: "" });
  await store.replace({ body: "A", slug: "" });
  store.change({ body: "A and more", slug: "" });
  await expect.poll(() => state.body).toBe("A and more");
  expect(state.kept).toEqual(["B, unsaved"]);
});

test("a slug that was another post's address is taken over where the owner says so, and no other one", async () => {
  const { save, state } = openNode();
  const store = createDraftStore(save, empty, quick);
  store.change({ body: "A", slug: "was-used" });
  await reach(store, "saved");
  expect(store.status()).toMatchObject({ slugTaken: true, isOldSlug: true });
  expect(state).toMatchObject({ body: "A", slug: "" });
  expect(await store.takeSlug()).toBe(true);
  expect(store.status()).toMatchObject({ slugTaken: false, isOldSlug: false });
  expect(state.slug).toBe("was-used");
  store.change({ body: "A", slug: "other" });
  await reach(store, "saved");
  store.change({ body: "A", slug: "was-used" });
  await reach(store, "saved");
  expect(store.status()).toMatchObject({ slugTaken: true, isOldSlug: true });
});

test("a draft that was published goes on with what was typed since, and with the name that it got", async () => {
  const { save, state } = openNode();
  const store = createDraftStore(save, empty, quick);
  store.change({ body: "# A", slug: "" });
  await reach(store, "saved");
  // The node refuses what is typed, since it has published the draft meanwhile.
  state.revision = 7;
  store.change({ body: "# A more", slug: "" });
  await reach(store, "conflict");
  await store.adopt({ revision: 7, state: "LOCAL", slug: "a" });
  expect(store.status()).toMatchObject({ state: "changed", draft: { isPublished: true, revision: 7 } });
  await reach(store, "saved");
  expect(state).toMatchObject({ body: "# A more", slug: "a", revision: 8 });
});

test("changes that another published text came after are not saved before the owner has chosen", async () => {
  const { save, state } = openNode();
  Object.assign(state, { revision: 5, body: "theirs" });
  const draft = { ...asDraft, id: "1", revision: 3, isPublished: true, isChanged: true };
  const store = createDraftStore(save, { text: { body: "mine", slug: "" }, draft, isElsewhere: true }, quick);
  expect(store.status().state).toBe("conflict");
  store.change({ body: "mine too", slug: "" });
  expect(await store.save()).toBe(false);
  expect([state.body, state.saves]).toEqual(["theirs", 0]);
  expect(await store.settle(5, null)).toBe(true);
  expect([state.body, state.kept]).toEqual(["mine too", ["theirs"]]);
});

test("discarded changes are kept as an earlier text", async () => {
  const { save, state } = openNode();
  const store = createDraftStore(save, empty, quick);
  store.change({ body: "changed", slug: "" });
  await reach(store, "saved");
  expect(await store.discard({ body: "published", slug: "" })).toBe(true);
  expect([state.body, state.kept]).toEqual(["published", ["changed"]]);
});
