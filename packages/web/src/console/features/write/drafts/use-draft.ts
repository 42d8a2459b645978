import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { openPostQuery } from "../../../first-reads.ts";
import { askField, type FieldOf } from "../../../graphql.ts";
import { onNews } from "../../../shell/live-updates.ts";
import type { ChangedPost } from "../publish/publish-post.ts";
import { type CopyWriter, createCopy, type TakenCopy } from "./draft-copies.ts";
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
  const stored = { body: post?.body ?? "", slug: post?.slug ?? "" };
  const kept = useRef(copy && isUnsaved(copy, stored) ? copy.found : null).current;
  const [open] = useState(() => {
    // With the revision of the copy, so that a draft that was changed elsewhere since is not written over.
    const known = kept?.draft && !kept.isPublished ? kept.draft : post;
    const draft = known && { id: known.id, revision: known.revision, tags: known.tags };
    const isWriter = copy !== null && post?.state !== "LOCAL";
    return openDraft({ text: stored, draft, sent: kept?.sent ?? null }, isWriter ? copy.writer : null);
  });
  const { store } = open;
  const status = useSyncExternalStore(store.subscribe, store.status);
  const [text, setText] = useState<DraftText>(() => {
    const { body, slug } = kept?.text ?? store.text();
    return { body: `${body}${beginning ?? ""}`, slug };
  });
  const [isPublished, setPublished] = useState(post?.state === "LOCAL");
  const [isChanged, setChanged] = useState(isPublished && kept !== null);
  const [scheduledAt, setScheduledAt] = useState(post?.scheduledAt ?? null);
  const [url, setUrl] = useState(post?.url ?? null);
  const publishedCopy = useRef<CopyWriter | null>(isPublished ? (copy?.writer ?? null) : null);
  const latest = useRef({ text, isPublished, isChanged });
  latest.current = { text, isPublished, isChanged };
  const first = useRef(text).current;
  // A post that is published on this site is saved when its changes are published.
  const [wasSaved, setWasSaved] = useState(false);
  const isSaved = isPublished ? !isChanged : status.state === "saved";
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
    if ((beginning !== null || kept !== null) && !latest.current.isPublished) store.change(first);
  }, [store, beginning, kept, first]);
  useEffect(() => {
    if (isPublished) return () => leavePublished(publishedCopy.current, latest.current.isChanged);
    open.enter();
    return () => open.leave();
  }, [open, isPublished]);

  function change(next: DraftText): void {
    setText(next);
    latest.current = { ...latest.current, text: next };
    if (!isPublished) {
      store.change(next);
      return;
    }
    setChanged(true);
    publishedCopy.current ??= createCopy();
    const { draft } = store.status();
    void publishedCopy.current.write({ text: next, draft, isSaved: false, isPublished });
  }
  /** Goes on with a draft that the node has published at its time: with the same text as before, or with what was typed since. */
  function followPublished(found: OpenedPost, typedSince: boolean): void {
    setScheduledAt(null);
    setUrl(found.url);
    setPublished(true);
    const { text: typed } = latest.current;
    const next = { ...typed, slug: typed.slug === "" ? (found.slug ?? "") : typed.slug };
    latest.current = { ...latest.current, text: next };
    setText(next);
    if (!typedSince) return;
    setChanged(true);
    publishedCopy.current ??= createCopy();
    const { draft } = store.status();
    void publishedCopy.current.write({ text: next, draft, isSaved: false, isPublished: true });
  }
  useSchedule(
    { id, isAwaited: scheduledAt !== null && !isPublished, isRefused: status.state === "conflict" },
    async (found) => {
      if (found.state === "DRAFT") setScheduledAt(found.scheduledAt);
      const saved = store.saved();
      if (found.state !== "LOCAL" || saved === null || !isSameText(found, saved.body)) return;
      await store.release(found.revision);
      const { body, slug } = latest.current.text;
      followPublished(found, body !== saved.body || slug !== saved.slug);
    },
  );
  function leaveChanges(): void {
    setChanged(false);
    void publishedCopy.current?.remove();
  }
  return {
    text,
    status,
    /** Whether the post is published on this site: changes are then saved only on request. */
    isPublished,
    /** Whether a published post has changes that are not published. */
    isChanged,
    scheduledAt,
    /** The address of the post's page; null for a draft. */
    url,
    /** When a text was typed that came back from this browser's storage and is not saved yet, in milliseconds; null for none. */
    recoveredAt: kept === null || wasSaved ? null : kept.at,
    change,
    /** Puts an earlier text into the editor. What it replaces stays in the history; a published post stays as it is. */
    restore(body: string) {
      const next = { ...latest.current.text, body };
      if (isPublished) change(next);
      else {
        setText(next);
        void store.replace(next);
      }
    },
    save: () => store.save(),
    /** Saves a draft with a slug that was the address of another post. */
    takeSlug: () => store.takeSlug(),
    /** Continues with the text as a new draft, beside the version that was changed elsewhere. */
    branch() {
      if (isPublished) {
        store.change(text);
        setPublished(false);
        leaveChanges();
        setUrl(null);
      }
      return store.branch();
    },
    /**
     * Ends a conflict with the text of the editor or the other one; the replaced text stays in the history. A published
     * post changes when it is published again.
     */
    async settle({ revision, ...other }: DraftText & { readonly revision: number }, take: "mine" | "other") {
      if (isPublished) {
        store.adopt(revision);
        if (take === "other") {
          setText(other);
          leaveChanges();
        }
        return true;
      }
      const isSaved = await store.settle(revision, take === "other" ? other : null);
      if (take === "other") setText(store.text());
      return isSaved;
    },
    /** The draft or the post as the node stores it. @throws Error if it does not store all of a draft's text */
    async requireSaved(): Promise<SavedDraft> {
      const isSaved = latest.current.isPublished || (await store.save());
      const { draft, state, problem } = store.status();
      // The reason, where there is one: offline, or no session any more.
      if (!isSaved && (state === "offline" || state === "failed") && problem) throw problem;
      if (!isSaved || !draft) throw new Error(messages.write.saveFirst);
      return draft;
    },
    /** Takes over that the post was scheduled, or published with all of the text. */
    adopt(changed: ChangedPost) {
      store.adopt(changed.revision);
      setScheduledAt(changed.scheduledAt);
      setUrl(changed.url);
      // Made from the title where the owner gave none: the next change must not take it away.
      const { text: typed } = latest.current;
      if (changed.slug !== null && typed.slug === "") {
        latest.current = { ...latest.current, text: { ...typed, slug: changed.slug } };
        setText(latest.current.text);
      }
      if (changed.state !== "LOCAL") return;
      setPublished(true);
      leaveChanges();
    },
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

/** Keeps changes that are not published for the next editor of the post. */
function leavePublished(copy: CopyWriter | null, isChanged: boolean): void {
  if (!isChanged) void copy?.remove();
  void copy?.close();
}
