import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { DraftStatus, DraftText } from "./draft-store.ts";
import { openDraft } from "./open-drafts.ts";
import type { OpenedPost } from "./write.tsx";

/** A text in writing, and what the node has of it. */
export interface EditorState {
  readonly text: DraftText;
  readonly status: DraftStatus;
  /** Whether readers see it already: then it changes only when its writer says so. */
  readonly isPublished: boolean;
  /** Whether something of a shown post was changed and not shown. */
  readonly isChanged: boolean;
  readonly scheduledAt: string | null;
  change(text: DraftText): void;
  save(): Promise<boolean>;
  branch(): Promise<boolean>;
  /** Takes over what was done to the post by another way. */
  adopt(change: {
    readonly revision: number;
    readonly isShown?: boolean;
    readonly scheduledAt?: string | null;
  }): void;
}

/**
 * The state of a sheet.
 *
 * @param beginning what a new text begins with, behind one that is not kept yet
 * @param onBorn gets the id that the node gave a new draft
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
  const [isShown, setShown] = useState(post?.state === "LOCAL");
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
    if (isShown) return;
    return () => void store.save();
  }, [store, isShown]);
  return {
    text,
    status: status,
    isPublished: isShown,
    isChanged,
    scheduledAt,
    change(next) {
      setText(next);
      if (isShown) setChanged(true);
      else store.change(next);
    },
    save: () => store.save(),
    branch: () => store.branch(),
    adopt(change) {
      store.adopt(change.revision);
      if (change.isShown !== undefined) {
        setShown(change.isShown);
        setChanged(false);
      }
      if (change.scheduledAt !== undefined) setScheduledAt(change.scheduledAt);
    },
  };
}

function beginWith(text: DraftText, beginning: string | null): DraftText {
  return beginning === null ? text : { ...text, body: `${text.body}${beginning}` };
}
