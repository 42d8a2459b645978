import { graphql } from "@freehold/client";
import { askField } from "../../../graphql.ts";
import { countKept, forgetAllKept } from "../../../kept/kept-values.ts";
import { guardLeaving } from "../../../kept/leave-guard.ts";
import { onSessionEnd, onSignedIn } from "../../../session-end.ts";
import { forgetFiles } from "../in-place/waiting-files.ts";
import { bringLocalTemplates, forgetLocalTemplates } from "../templates.ts";
import { type CopyWriter, clearCopies, createCopy, listCopies } from "./draft-copies.ts";
import {
  createDraftStore,
  type DraftStore,
  type DraftText,
  type SaveDraft,
  type SavedDraft,
} from "./draft-store.ts";

/** A draft in an editor: its state on the node, and its copy in this browser. */
export interface OpenDraft {
  readonly store: DraftStore;
  readonly copy: CopyWriter;
  /** An editor shows it. */
  enter(): void;
  /** The editor is left: a text that the node does not store yet is saved as long as the page is open. */
  leave(): void;
}

/** Drafts with unsaved text, also those of editors that were left. */
const openDrafts = new Set<OpenDraft>();

function isUnsaved({ store }: OpenDraft): boolean {
  return !["saved", "empty"].includes(store.status().state);
}

/**
 * Opens a draft, or a new one: with the store that still has its unsaved text, else with a new store. If the store has saved the
 * draft since it was read, the saved state is used.
 */
export function openDraft(
  start: Parameters<typeof createDraftStore>[1],
  writer: CopyWriter | null,
): OpenDraft {
  let newest = start;
  for (const open of openDrafts) {
    const { draft } = open.store.status();
    const isSame = draft?.id === start.draft?.id;
    if (isUnsaved(open)) {
      if (!isSame) continue;
      void writer?.close();
      return open;
    }
    if (isSame && draft && draft.revision > (start.draft?.revision ?? 0))
      newest = { text: open.store.text(), draft };
    openDrafts.delete(open);
  }
  const open = keepCopy(createDraftStore(saveDraft, newest), writer ?? createCopy());
  openDrafts.add(open);
  return open;
}

/** The unsaved text of a draft whose editor was left in this page, and the draft as the node stores it; null for none. */
export function findLeftDraft(id: string): { text: DraftText; draft: SavedDraft } | null {
  for (const open of openDrafts) {
    const { draft } = open.store.status();
    if (draft?.id === id && isUnsaved(open)) return { text: open.store.text(), draft };
  }
  return null;
}

/** Keeps a copy of a store's text in this browser until the node stores it and its editor is left. */
function keepCopy(store: DraftStore, copy: CopyWriter): OpenDraft {
  let isLeft = false;
  let isFirst = true;
  const keep = () => {
    const { state, draft } = store.status();
    const text = store.text();
    const isSaved = state === "saved";
    if (text.body.trim() === "" || (isLeft && isSaved)) void copy.remove();
    else void copy.write({ text, draft, sent: store.sent(), isSaved });
    if (isLeft && isSaved) void copy.close();
    if (!isSaved || !isFirst) return;
    // The node answers: copies that closed pages left behind for a reload without it are not needed any more.
    isFirst = false;
    void clearCopies({ all: false });
  };
  store.subscribe(keep);
  return {
    store,
    copy,
    enter() {
      isLeft = false;
      // A text that was only opened is stored, too, for a reload without the node.
      const { state, draft } = store.status();
      const text = store.text();
      if (state === "saved" && text.body.trim() !== "") void copy.write({ text, draft, isSaved: true });
    },
    leave() {
      isLeft = true;
      void store.save();
      keep();
    },
  };
}

/**
 * Saves on the node the texts that only this browser has, also those of other tabs: as drafts, and as changes of published posts.
 * Templates that an earlier version stored in the browser are saved, too.
 *
 * @returns the number of those that could not be saved
 */
export async function saveAllDrafts(): Promise<number> {
  await Promise.all([...openDrafts].map(({ store }) => store.save()));
  let unsaved = [...openDrafts].filter(isUnsaved).length;
  const isOpen = new Set([...openDrafts].map(({ copy }) => copy.key));
  for (const { key, text, draft, sent, isSaved } of await listCopies()) {
    if (isSaved || isOpen.has(key)) continue;
    const asNew = () => saveDraft({ id: null, revision: null, body: text.body, slug: "" });
    const asKnown = async () => {
      const known =
        sent && draft ? await saveDraft({ id: draft.id, revision: draft.revision, ...sent }) : draft;
      return await saveDraft({ id: known?.id ?? null, revision: known?.revision ?? null, ...text });
    };
    await asKnown()
      .catch(asNew)
      .catch(() => {
        unsaved += 1;
      });
  }
  return unsaved + countKept() + (await bringLocalTemplates());
}

/** Removes every text from this browser, after signing out. */
export async function forgetAllDrafts(): Promise<void> {
  openDrafts.clear();
  forgetLocalTemplates();
  forgetAllKept();
  await Promise.all([clearCopies({ all: true }), forgetFiles()]);
}

// The tab that signed out has saved this tab's text.
onSessionEnd(() => openDrafts.clear());

const saveOpen = () => {
  for (const { store } of openDrafts) void store.save();
};

// Sooner than the next try, or again after the session had ended.
addEventListener("online", saveOpen);
onSignedIn(saveOpen);

guardLeaving(() => [...openDrafts].some(isUnsaved));

const saving = graphql(`mutation SaveDraft($input: SaveDraftInput!) {
  saveDraft(input: $input) { id state revision tags changes { revision } }
}`);

async function saveDraft(...[input, signal]: Parameters<SaveDraft>): Promise<SavedDraft> {
  const { state, changes, ...saved } = await askField(saving, { input }, signal);
  const isPublished = state === "LOCAL";
  return {
    ...saved,
    revision: changes?.revision ?? saved.revision,
    isPublished,
    isChanged: changes !== null,
  };
}
