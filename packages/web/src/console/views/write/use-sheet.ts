import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { DraftText, Keeping } from "./draft-keeper.ts";
import { takeKeeper } from "./keepers.ts";
import type { OpenedPost } from "./write.tsx";

/** A text in writing, and what the node has of it. */
export interface SheetState {
  readonly text: DraftText;
  readonly keeping: Keeping;
  /** Whether readers see it already: then it changes only when its writer says so. */
  readonly isShown: boolean;
  /** Whether something of a shown post was changed and not shown. */
  readonly isChanged: boolean;
  readonly scheduledAt: string | null;
  change(text: DraftText): void;
  keep(): Promise<boolean>;
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
export function useSheet(
  { post, beginning }: { post: OpenedPost | null; beginning: string | null },
  onBorn: (id: string) => void,
): SheetState {
  const [keeper] = useState(() =>
    takeKeeper({
      text: { body: post?.body ?? "", slug: post?.slug ?? "" },
      draft: post && { id: post.id, revision: post.revision, tags: post.tags },
    }),
  );
  const keeping = useSyncExternalStore(keeper.subscribe, keeper.now);
  const [text, setText] = useState(() => beginWith(keeper.text(), beginning));
  const [isShown, setShown] = useState(post?.state === "LOCAL");
  const [isChanged, setChanged] = useState(false);
  const [scheduledAt, setScheduledAt] = useState(post?.scheduledAt ?? null);
  const first = useRef(text).current;
  const id = keeping.draft?.id ?? null;
  const known = useRef(post?.id ?? null);
  useEffect(() => {
    if (id === null || known.current === id) return;
    known.current = id;
    onBorn(id);
  });
  useEffect(() => {
    if (beginning !== null) keeper.change(first);
  }, [keeper, beginning, first]);
  useEffect(() => {
    if (isShown) return;
    return () => void keeper.keep();
  }, [keeper, isShown]);
  return {
    text,
    keeping,
    isShown,
    isChanged,
    scheduledAt,
    change(next) {
      setText(next);
      if (isShown) setChanged(true);
      else keeper.change(next);
    },
    keep: () => keeper.keep(),
    branch: () => keeper.branch(),
    adopt(change) {
      keeper.adopt(change.revision);
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
