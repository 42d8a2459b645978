import { ask } from "../../ask.ts";
import { createDraftKeeper, type DraftKeeper, type DraftNode, type KeptDraft } from "./draft-keeper.ts";

/** Texts that the node does not have yet, also those of sheets that one has left. */
const held = new Set<DraftKeeper>();

/** Whether the node has not got all of a text. */
function isUnkept(keeper: DraftKeeper): boolean {
  return !["kept", "empty"].includes(keeper.now().state);
}

/** The keeper of a draft, or of a new one: the one that still holds its text, or one that begins. */
export function takeKeeper(start: {
  readonly text: { readonly body: string; readonly slug: string };
  readonly draft: KeptDraft | null;
}): DraftKeeper {
  for (const keeper of held) {
    if (!isUnkept(keeper)) held.delete(keeper);
    else if (keeper.now().draft?.id === start.draft?.id) return keeper;
  }
  const keeper = createDraftKeeper(node, start);
  held.add(keeper);
  return keeper;
}

// A page that is closed with a text in it that is nowhere else asks first.
addEventListener("beforeunload", (event) => {
  if ([...held].some(isUnkept)) event.preventDefault();
});

const node: DraftNode = {
  async save({ id, revision, body, slug }) {
    return (await ask<{ saveDraft: KeptDraft }>(saveMutation, { input: { id, revision, body, slug } }))
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
