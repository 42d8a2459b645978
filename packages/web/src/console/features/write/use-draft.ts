import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Publication } from "../../publications/publication.ts";
import type { DraftStatus, DraftText } from "./draft-store.ts";
import { openDraft } from "./open-drafts.ts";

/** A post of the owner as the editor opens it. */
export type OpenedPost = Pick<Publication, "id" | "state" | "type" | "body" | "tags" | "url"> & {
  readonly slug: string | null;
  readonly revision: number;
  readonly scheduledAt: string | null;
};

/** The text in the editor, and what the node stores of it. */
export interface EditorState {
  readonly text: DraftText;
  readonly status: DraftStatus;
  /** Whether the post is published on this site: changes are then saved only on request. */
  readonly isPublished: boolean;
  /** Whether a published post has changes that are not published. */
  readonly isChanged: boolean;
  readonly scheduledAt: string | null;
  change(text: DraftText): void;
  save(): Promise<boolean>;
  branch(): Promise<boolean>;
  /** Takes over a change that was made in another way. */
  adopt(change: {
    readonly revision: number;
    readonly isPublished?: boolean;
    readonly scheduledAt?: string | null;
  }): void;
}

/**
 * The state of the editor.
 *
 * @param beginning what to append to a new text, or to an unsaved one
 * @param onCreated receives the id of a new draft
 */
export function useDraft(
  { post, beginning }: { post: OpenedPost | null; beginning: string | null },
  onCreated: (id: string) => void,
): EditorState {
  const [store] = useState(() =>
    openDraft({
      text: { body: post?.body ?? "", slug: post?.slug ?? "" },
      draft: post && { id: post.id, revision: post.revision, tags: post.tags },
    }),
  );
  const status = useSyncExternalStore(store.subscribe, store.status);
  const [text, setText] = useState(() => beginWith(store.text(), beginning));
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
    isPublished,
    isChanged,
    scheduledAt,
    change(next) {
      setText(next);
      if (isPublished) setChanged(true);
      else store.change(next);
    },
    save: () => store.save(),
    branch: () => store.branch(),
    adopt(change) {
      store.adopt(change.revision);
      if (change.isPublished !== undefined) {
        setPublished(change.isPublished);
        setChanged(false);
      }
      if (change.scheduledAt !== undefined) setScheduledAt(change.scheduledAt);
    },
  };
}

function beginWith(text: DraftText, beginning: string | null): DraftText {
  return beginning === null ? text : { ...text, body: `${text.body}${beginning}` };
}
