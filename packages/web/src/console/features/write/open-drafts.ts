import { graphql } from "../../graphql.ts";
import { createDraftStore, type DraftNode, type DraftStore, type SavedDraft } from "./draft-store.ts";

/** Texts that the node does not have yet, also those of sheets that one has left. */
const openDrafts = new Set<DraftStore>();

/** Whether the node has not got all of a text. */
function isUnsaved(store: DraftStore): boolean {
  return !["saved", "empty"].includes(store.status().state);
}

/** The keeper of a draft, or of a new one: the one that still holds its text, or one that begins. */
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

// A page that is closed with a text in it that is nowhere else asks first.
addEventListener("beforeunload", (event) => {
  if ([...openDrafts].some(isUnsaved)) event.preventDefault();
});

const node: DraftNode = {
  async save({ id, revision, body, slug }) {
    return (await graphql<{ saveDraft: SavedDraft }>(saveMutation, { input: { id, revision, body, slug } }))
      .saveDraft;
  },
};

const saveMutation = /* GraphQL */ `
  mutation SaveDraft($input: SaveDraftInput!) {
    saveDraft(input: $input) {
      id
      revision
      tags
    }
  }
`;
