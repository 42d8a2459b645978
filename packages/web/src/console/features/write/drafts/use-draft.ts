import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { openPostQuery } from "../../../first-reads.ts";
import { askField, type FieldOf } from "../../../graphql.ts";
import { onNews } from "../../../shell/live-updates.ts";
import type { ChangedPost } from "../publish/publish-post.ts";
import type { TakenCopy } from "./draft-copies.ts";
import type { DraftText, SavedDraft } from "./draft-store.ts";
import { openDraft } from "./open-drafts.ts";

/** A post of the owner as the editor opens it. */
export type OpenedPost = NonNullable<FieldOf<typeof openPostQuery>>;

/** The text in the editor, and its stored version on the node. */
export type EditorState = ReturnType<typeof useDraft>;

/** The start values of an editor. */
export interface EditorStart {
  /** Null for a new post. */
  readonly post: OpenedPost | null;
  /** Text to append to a new text, or to an unsaved one. */
  readonly beginning?: string | null;
  /** The copy of the text in this browser. */
  readonly copy?: TakenCopy | null;
}

/**
 * The state of the editor.
 *
 * @param onCreated receives the id of a new draft
 */
export function useDraft(
  { post, beginning = null, copy = null }: EditorStart,
  onCreated: (id: string) => void,
) {
  const messages = useMessages();
  const changes = post?.state === "LOCAL" ? post.changes : null;
  const stored = { body: changes?.body ?? post?.body ?? "", slug: (changes ?? post)?.slug ?? "" };
  const kept = useRef(copy && isUnsaved(copy, stored) ? copy.found : null).current;
  const [open] = useState(() => {
    // With the revision of the copy, so that a text that was changed elsewhere since is not written over.
    const draft = kept?.draft ?? (post && toSaved(post));
    const isElsewhere = kept === null && changes?.isOutdated === true;
    return openDraft({ text: stored, draft, sent: kept?.sent ?? null, isElsewhere }, copy?.writer ?? null);
  });
  const { store } = open;
  const status = useSyncExternalStore(store.subscribe, store.status);
  const [text, setText] = useState<DraftText>(() => {
    const { body, slug } = kept?.text ?? store.text();
    return { body: `${body}${beginning ?? ""}`, slug };
  });
  const [scheduledAt, setScheduledAt] = useState(post?.scheduledAt ?? null);
  const [url, setUrl] = useState(post?.url ?? null);
  const latest = useRef(text);
  latest.current = text;
  const first = useRef(text).current;
  const [wasSaved, setWasSaved] = useState(false);
  const isSaved = status.state === "saved";
  const isPublished = status.draft?.isPublished ?? false;
  const begun = useRef(false);
  useEffect(() => {
    // The stored text is that of the start until the one of this browser has been handed over.
    if (begun.current && isSaved) setWasSaved(true);
    begun.current = true;
  }, [isSaved]);
  const id = status.draft?.id ?? null;
  const known = useRef(post?.id ?? null);
  useEffect(() => {
    if (id === null || known.current === id) return;
    known.current = id;
    onCreated(id);
  });
  useEffect(() => {
    if (beginning !== null || kept !== null) store.change(first);
  }, [store, beginning, kept, first]);
  useEffect(() => {
    open.enter();
    return () => open.leave();
  }, [open]);

  function show(next: DraftText): void {
    latest.current = next;
    setText(next);
  }
  function change(next: DraftText): void {
    show(next);
    store.change(next);
  }
  async function adopt(changed: ChangedPost): Promise<void> {
    await store.adopt(changed);
    setScheduledAt(changed.scheduledAt);
    setUrl(changed.url);
    // The node may have named the post.
    if (latest.current.slug === "") show({ ...latest.current, slug: store.text().slug });
  }
  useSchedule(
    { id, isAwaited: scheduledAt !== null && !isPublished, isRefused: status.state === "conflict" },
    async (found) => {
      if (found.state === "DRAFT") setScheduledAt(found.scheduledAt);
      const saved = store.saved();
      if (found.state === "LOCAL" && saved !== null && isSameText(found, saved.body)) await adopt(found);
    },
  );
  return {
    text,
    status,
    /** Whether the post is published on this site: readers see its changes once they are published. */
    isPublished,
    /** Whether a published post has changes that are not published. */
    isChanged: isPublished && (!isSaved || status.draft?.isChanged === true),
    /** Whether the post had changes that were not published when it was opened. */
    wasChanged: changes !== null,
    scheduledAt,
    /** The address of the post's page; null for a draft. */
    url,
    /** When a text was typed that came back from this browser's storage and is not saved yet, in milliseconds; null for none. */
    recoveredAt: kept === null || wasSaved ? null : kept.at,
    change,
    /** Puts an earlier text into the editor. What it replaces stays in the history; readers see it once it is published. */
    restore(body: string) {
      const next = { ...latest.current, body };
      show(next);
      void store.replace(next);
    },
    save: () => store.save(),
    /** Puts back the text that readers see. @throws ApiError */
    async discard() {
      const post = id === null ? null : await askField(openPostQuery, { id });
      if (post?.state !== "LOCAL" || post.body === null) return;
      const published = { body: post.body, slug: post.slug ?? "" };
      show(published);
      await store.discard(published);
    },
    /** Saves a draft with a slug that was the address of another post. */
    takeSlug: () => store.takeSlug(),
    /** Continues with the text as a new draft, beside the version that was changed elsewhere. */
    branch() {
      setUrl(null);
      return store.branch();
    },
    /** Ends a conflict with the text of the editor or the other one; the replaced text stays in the history. */
    async settle({ revision, ...other }: DraftText & { readonly revision: number }, take: "mine" | "other") {
      const isSettled = await store.settle(revision, take === "other" ? other : null);
      if (take === "other") show(store.text());
      return isSettled;
    },
    /** The draft or the post as the node stores it. @throws Error if it does not store all of the text */
    async requireSaved(): Promise<SavedDraft> {
      const isSaved = await store.save();
      const { draft, state, problem } = store.status();
      // The reason, where there is one: offline, or no session any more.
      if (!isSaved && (state === "offline" || state === "failed") && problem) throw problem;
      if (!isSaved || !draft) throw new Error(messages.write.saveFirst);
      return draft;
    },
    /** Takes over that the post was scheduled, or published with all of the text. */
    adopt,
  };
}

/**
 * Reads a scheduled draft when the node has news, or when it does not take the text any more: its time may have come.
 *
 * @param onFound receives the post as the node has it
 */
function useSchedule(
  { id, isAwaited, isRefused }: { id: string | null; isAwaited: boolean; isRefused: boolean },
  onFound: (found: OpenedPost) => Promise<void>,
): void {
  const latest = useRef(onFound);
  latest.current = onFound;
  useEffect(() => {
    if (id === null || !isAwaited) return;
    const look = async () => {
      const found = await askField(openPostQuery, { id }).catch(() => null);
      if (found) await latest.current(found);
    };
    if (isRefused) void look();
    return onNews("timeline", () => void look());
  }, [id, isAwaited, isRefused]);
}

/** Whether a stored text is that of an editor: the node writes addresses of this site in full. */
function isSameText({ body, url }: OpenedPost, typed: string): boolean {
  const origin = url === null ? location.origin : new URL(url).origin;
  const withoutOrigin = (text: string) => text.replaceAll(origin, "");
  return body !== null && withoutOrigin(body) === withoutOrigin(typed);
}

/** Whether a copy has a text that the node does not store, as far as this browser knows. */
function isUnsaved({ found }: TakenCopy, stored: DraftText): boolean {
  return !found.isSaved && !(found.text.body === stored.body && found.text.slug === stored.slug);
}

function toSaved({ id, tags, revision, state, changes }: OpenedPost): SavedDraft {
  const isPublished = state === "LOCAL";
  return { id, tags, isPublished, revision: changes?.revision ?? revision, isChanged: changes !== null };
}
