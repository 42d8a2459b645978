import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { mutation } from "../../graphql.ts";
import type { Publication } from "../../publications/publication.ts";
import {
  createDraftStore,
  type DraftStore,
  type DraftText,
  type SaveDraft,
  type SavedDraft,
} from "./draft-store.ts";
import type { ChangedPost } from "./publish-post.ts";

/** A post of the owner as the editor opens it. */
export type OpenedPost = Pick<Publication, "id" | "state" | "type" | "body" | "tags" | "url"> & {
  readonly slug: string | null;
  readonly revision: number;
  readonly scheduledAt: string | null;
};

/** The text in the editor, and what the node stores of it. */
export type EditorState = ReturnType<typeof useDraft>;

/**
 * The state of the editor.
 *
 * @param beginning what to append to a new text, or to an unsaved one
 * @param onCreated receives the id of a new draft
 */
export function useDraft(
  { post, beginning }: { post: OpenedPost | null; beginning: string | null },
  onCreated: (id: string) => void,
) {
  const [store] = useState(() =>
    openDraft({
      text: { body: post?.body ?? "", slug: post?.slug ?? "" },
      draft: post && { id: post.id, revision: post.revision, tags: post.tags },
    }),
  );
  const status = useSyncExternalStore(store.subscribe, store.status);
  const [text, setText] = useState(() => {
    const { body, slug } = store.text();
    return { body: `${body}${beginning ?? ""}`, slug };
  });
  const [isPublished, setPublished] = useState(post?.state === "LOCAL");
  const [isChanged, setChanged] = useState(false);
  const [scheduledAt, setScheduledAt] = useState(post?.scheduledAt ?? null);
  const first = useRef(text).current;
  const id = status.draft?.id ?? null;
  const known = useRef(post?.id ?? null);
  useEffect(() => {
    if (id === null || known.current === id) return;
    known.current = id;
    onCreated(id);
  });
  useEffect(() => {
    if (beginning !== null) store.change(first);
  }, [store, beginning, first]);
  useEffect(() => {
    if (isPublished) return;
    return () => void store.save();
  }, [store, isPublished]);
  return {
    text,
    status,
    /** Whether the post is published on this site: changes are then saved only on request. */
    isPublished,
    /** Whether a published post has changes that are not published. */
    isChanged,
    scheduledAt,
    change(next: DraftText) {
      setText(next);
      if (isPublished) setChanged(true);
      else store.change(next);
    },
    save: () => store.save(),
    branch: () => store.branch(),
    /** Takes over that the post was scheduled, or published with all of the text. */
    adopt({ revision, state, scheduledAt }: ChangedPost) {
      store.adopt(revision);
      setScheduledAt(scheduledAt);
      if (state !== "LOCAL") return;
      setPublished(true);
      setChanged(false);
    },
  };
}

/** Drafts with unsaved text, also those of editors that were left. */
const openDrafts = new Set<DraftStore>();

function isUnsaved(store: DraftStore): boolean {
  return !["saved", "empty"].includes(store.status().state);
}

/** Opens a draft, or a new one: with the store that still holds its unsaved text, else with a new store. */
function openDraft(start: Parameters<typeof createDraftStore>[1]): DraftStore {
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
