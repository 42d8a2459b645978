import { graphqlField } from "../../graphql.ts";
import { createDraftStore, type DraftNode, type DraftStore, type SavedDraft } from "./draft-store.ts";

/** Drafts with unsaved text, also those of editors that were left. */
const openDrafts = new Set<DraftStore>();

function isUnsaved(store: DraftStore): boolean {
  return !["saved", "empty"].includes(store.status().state);
}

/** Opens a draft, or a new one: with the store that still holds its unsaved text, else with a new store. */
export function openDraft(start: {
  readonly text: { readonly body: string; readonly slug: string };
  readonly draft: SavedDraft | null;
}): DraftStore {
  for (const store of openDrafts) {
    if (!isUnsaved(store)) openDrafts.delete(store);
    else if (store.status().draft?.id === start.draft?.id) return store;
  }
  const store = createDraftStore(node, start);
  openDrafts.add(store);
  return store;
}

// Ask before a page with unsaved text is closed.
addEventListener("beforeunload", (event) => {
  if ([...openDrafts].some(isUnsaved)) event.preventDefault();
});

const node: DraftNode = {
  async save({ id, revision, body, slug }) {
    return await graphqlField<SavedDraft>(saveMutation, { input: { id, revision, body, slug } });
  },
};

const saveMutation = /* GraphQL */ `
  mutation SaveDraft($input: SaveDraftInput!) { saveDraft(input: $input) { id revision tags } }
`;
