import { mutation } from "../../graphql.ts";
import { createDraftStore, type DraftStore, type SaveDraft, type SavedDraft } from "./draft-store.ts";

/** Drafts with unsaved text, also those of editors that were left. */
const openDrafts = new Set<DraftStore>();

function isUnsaved(store: DraftStore): boolean {
  return !["saved", "empty"].includes(store.status().state);
}

/** Opens a draft, or a new one: with the store that still holds its unsaved text, else with a new store. */
export function openDraft(start: Parameters<typeof createDraftStore>[1]): DraftStore {
  for (const store of openDrafts) {
    if (!isUnsaved(store)) openDrafts.delete(store);
    else if (store.status().draft?.id === start.draft?.id) return store;
  }
  const store = createDraftStore(saveDraft, start);
  openDrafts.add(store);
  return store;
}

// Ask before a page with unsaved text is closed.
addEventListener("beforeunload", (event) => {
  if ([...openDrafts].some(isUnsaved)) event.preventDefault();
});

const saveDraft = mutation<Parameters<SaveDraft>[0], SavedDraft>(/* GraphQL */ `
  mutation SaveDraft($input: SaveDraftInput!) { saveDraft(input: $input) { id revision tags } }
`);
