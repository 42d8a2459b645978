import { ApiError, offline } from "../../../graphql.ts";
import type { ChangedPost } from "../publish/publish-post.ts";

/** The text in an editor. */
export interface DraftText {
  readonly body: string;
  /** Empty for none. */
  readonly slug: string;
}

/** A draft as the node stores it, or a published post with its changes that readers don't see yet. */
export interface SavedDraft {
  readonly id: string;
  /** That of the changes where there are any. */
  readonly revision: number;
  readonly tags: readonly string[];
  readonly isPublished: boolean;
  /** Whether a published post has changes on the node. */
  readonly isChanged: boolean;
}

/** How a text compares with the draft that the node stores. */
export interface DraftStatus {
  /**
   * - `empty`: there is nothing to save
   * - `changed`: it is saved soon
   * - `saved`: the node stores all of it
   * - `offline`: the node was not reached, or had no time; saving is retried
   * - `conflict`: the draft was changed, published or deleted elsewhere; nothing is overwritten
   * - `failed`: the node refused it, with `problem`
   */
  readonly state: "empty" | "changed" | "saving" | "saved" | "offline" | "conflict" | "failed";
  readonly problem: unknown;
  /** Whether another post has the slug; the text is saved without it. */
  readonly slugTaken: boolean;
  /** Whether the slug was the address of another post, which this one may take over. */
  readonly isOldSlug: boolean;
  readonly draft: SavedDraft | null;
}

/** Saves a draft on the node, until a signal ends the call. @throws ApiError CONFLICT, SLUG_TAKEN, OFFLINE and others */
export type SaveDraft = (
  input: {
    readonly id: string | null;
    readonly revision: number | null;
    /** Whether the text that is replaced stays in the history in any case. */
    readonly keepsVersion?: boolean;
    readonly takeSlug?: boolean;
  } & DraftText,
  signal?: AbortSignal,
) => Promise<SavedDraft>;

/** The text in an editor, and its stored version on the node. */
export type DraftStore = ReturnType<typeof createDraftStore>;

/**
 * Saves a text on the node while it is written. One save runs at a time; changes made meanwhile are saved after it. A
 * node that can't be reached is called again as long as the page is open: first with the same text, which the node may have
 * saved before its answer was lost.
 *
 * @param start.sent the text that was sent last, if there was no answer
 * @param start.isElsewhere whether another text was published since this one was changed, so that nothing is saved
 * @param times.pauseMs how long the writer pauses before the text is saved
 * @param times.retryMs how long to wait before a node that was not reached is tried again
 * @param times.answerMs how long to wait for an answer: the call of a phone that changed its network may never end
 */
export function createDraftStore(
  saveDraft: SaveDraft,
  start: {
    readonly text: DraftText;
    readonly draft: SavedDraft | null;
    readonly sent?: DraftText | null;
    readonly isElsewhere?: boolean;
  },
  { pauseMs, retryMs, answerMs } = { pauseMs: 800, retryMs: 5_000, answerMs: 20_000 },
) {
  let text = start.text;
  let saved: DraftText | null = start.draft && !start.isElsewhere ? start.text : null;
  let status: DraftStatus = {
    state: start.isElsewhere ? "conflict" : start.draft ? "saved" : "empty",
    problem: null,
    slugTaken: false,
    isOldSlug: false,
    draft: start.draft,
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | null = null;
  let keepsVersion = false;
  let takesSlug = false;
  let sent = start.sent ?? null;
  const listeners = new Set<() => void>();
  const set = (next: Partial<DraftStatus>) => {
    status = { ...status, ...next };
    for (const listener of listeners) listener();
  };
  const isSaved = () => saved?.body === text.body && saved.slug === text.slug;
  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), ms);
  };

  async function send(): Promise<boolean> {
    const given = sent ?? text;
    sent = given;
    const { draft, slugTaken } = status;
    const slug = slugTaken && given.slug === saved?.slug ? "" : given.slug;
    set({ state: "saving", problem: null });
    try {
      const { id = null, revision = null } = draft ?? {};
      const keeps = keepsVersion && { keepsVersion };
      const takes = takesSlug && { takeSlug: true };
      const next = await callNode({ id, revision, body: given.body, slug, ...keeps, ...takes });
      if (keeps) keepsVersion = false;
      sent = null;
      saved = given;
      set({ draft: next, slugTaken: slug !== given.slug, state: isSaved() ? "saved" : "changed" });
      return isSaved() || send();
    } catch (error) {
      return refuse(error, given);
    }
  }

  /** Saves it. @throws ApiError OFFLINE also where no answer comes in time */
  async function callNode(input: Parameters<SaveDraft>[0]): Promise<SavedDraft> {
    const signal = AbortSignal.timeout(answerMs);
    return await saveDraft(input, signal).catch((error: unknown) => {
      throw signal.aborted ? offline() : error;
    });
  }

  function refuse(error: unknown, given: DraftText): Promise<boolean> | boolean {
    const code = error instanceof ApiError ? error.code : "";
    if (code !== "OFFLINE" && !code.startsWith("HTTP_5")) sent = null;
    if (/^(?:OFFLINE|RATE_LIMITED|BUSY|HTTP_429|HTTP_5\d\d)$/.test(code)) {
      set({ state: "offline", problem: error });
      later(retryMs);
      return false;
    }
    if (code === "SLUG_TAKEN") {
      // Save the text without the slug.
      saved = { body: "", slug: given.slug };
      set({ slugTaken: true, isOldSlug: error instanceof ApiError && error.reason === "OLD_ADDRESS" });
      return send();
    }
    const isElsewhere = code === "CONFLICT" || (code === "NOT_FOUND" && status.draft !== null);
    set({ state: isElsewhere ? "conflict" : "failed", problem: error });
    return false;
  }

  async function save(): Promise<boolean> {
    clearTimeout(timer);
    if (running) {
      await running;
      return isSaved() || save();
    }
    if (isSaved()) return true;
    if (text.body.trim() === "") {
      set({ state: "empty" });
      return false;
    }
    if (status.state === "conflict") return false;
    running = send();
    try {
      return await running;
    } finally {
      running = null;
    }
  }

  return {
    status: () => status,
    text: () => text,
    /** The text that was sent and has no answer yet. */
    sent: () => sent,
    /** Takes a new text and saves it once the writer pauses. */
    change(next: DraftText) {
      if (next.slug !== text.slug) {
        takesSlug = false;
        set({ slugTaken: false, isOldSlug: false });
      }
      text = next;
      if (status.state === "conflict") return;
      if (isSaved()) set({ state: "saved" });
      else if (!running) set({ state: text.body.trim() === "" ? "empty" : "changed" });
      later(pauseMs);
    },
    /** Takes a text in the place of another one, which stays in the history. */
    async replace(next: DraftText) {
      await save();
      keepsVersion = true;
      this.change(next);
    },
    /** Saves the text with a slug that was the address of another post. */
    async takeSlug() {
      takesSlug = true;
      saved = null;
      set({ state: "changed", slugTaken: false, isOldSlug: false });
      return await save();
    },
    /** Saves at once. @returns whether the node stores all of the text */
    save,
    /** Puts back the text that readers see. What it replaces stays in the history. */
    async discard(published: DraftText) {
      await this.replace(published);
      return save();
    },
    /** Saves the text as a new draft, beside the one that was changed elsewhere. */
    async branch() {
      saved = null;
      set({ state: "changed", draft: null, slugTaken: false, isOldSlug: false });
      return save();
    },
    /**
     * Ends a conflict: saves the text over the one that was saved elsewhere, and that one over it if it is given. What is
     * replaced stays in the history. Without an answer, or after another change elsewhere, the conflict stays.
     *
     * @param revision of the draft as it was saved elsewhere
     */
    async settle(revision: number, other: DraftText | null) {
      keepsVersion = true;
      set({ state: "changed", draft: status.draft && { ...status.draft, revision } });
      if (!(await save())) {
        clearTimeout(timer);
        set({ state: "conflict" });
        return false;
      }
      if (other === null) return true;
      keepsVersion = true;
      this.change(other);
      return save();
    },
    /** The text that the node stores, as far as this editor knows; null for none. */
    saved: () => saved,
    /** Goes on with a draft that was scheduled or published with the saved text. What was typed since is saved as its changes. */
    async adopt({ revision, state, slug }: Pick<ChangedPost, "revision" | "state" | "slug">) {
      await running?.catch(() => false);
      if (!status.draft) return;
      // Made from the title where the owner gave none: the next change must not take it away.
      const named = (given: DraftText) => (given.slug === "" && slug ? { ...given, slug } : given);
      text = named(text);
      saved = saved && named(saved);
      sent = null;
      const draft = { ...status.draft, revision, isPublished: state === "LOCAL", isChanged: false };
      set({ state: isSaved() ? "saved" : "changed", problem: null, draft });
      if (!isSaved()) later(pauseMs);
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
