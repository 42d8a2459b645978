import { ApiError } from "../../graphql.ts";

/** What an editor holds. */
export interface DraftText {
  readonly body: string;
  /** Empty for none. */
  readonly slug: string;
}

/** A draft as the node has it. */
export interface SavedDraft {
  readonly id: string;
  readonly revision: number;
  readonly tags: readonly string[];
}

/** How a text and what the node has of it stand to each other. */
export interface DraftStatus {
  /**
   * - `empty`: there is nothing to keep
   * - `changed`: it is kept soon
   * - `saved`: the node has all of it
   * - `offline`: the node was not reached; it is tried again
   * - `conflict`: it was changed elsewhere since; nothing is written over
   * - `failed`: the node says no, with `problem`
   */
  readonly state: "empty" | "changed" | "saving" | "saved" | "offline" | "conflict" | "failed";
  readonly problem: unknown;
  /** Whether the slug is another post's; the text is kept without it. */
  readonly slugTaken: boolean;
  readonly draft: SavedDraft | null;
}

/** The node, as the keeper needs it. */
export interface DraftNode {
  /** @throws AskError CONFLICT, SLUG_TAKEN, OFFLINE and others */
  save(input: {
    id: string | null;
    revision: number | null;
    body: string;
    slug: string;
  }): Promise<SavedDraft>;
}

export interface DraftStore {
  status(): DraftStatus;
  text(): DraftText;
  /** Takes a new text and keeps it once its writer pauses. */
  change(text: DraftText): void;
  /** Keeps it at once; whether the node has all of it then. */
  save(): Promise<boolean>;
  /** Goes on as a new draft, beside the one that was changed elsewhere. */
  branch(): Promise<boolean>;
  /** Takes over what somebody else did to the same draft: it was scheduled, or shown. */
  adopt(revision: number): void;
  subscribe(listener: () => void): () => void;
}

export interface DraftStoreTimes {
  /** How long a writer pauses before the text is kept, in milliseconds. */
  readonly pauseMs: number;
  /** How long it waits before it tries again to reach the node, in milliseconds. */
  readonly retryMs: number;
}

/**
 * Keeps a text on the node while it is written. One save runs at a time, and what was written meanwhile follows it; a
 * node that is not reached is tried again for as long as the page stands.
 */
export function createDraftStore(
  node: DraftNode,
  start: { readonly text: DraftText; readonly draft: SavedDraft | null },
  { pauseMs, retryMs }: DraftStoreTimes = { pauseMs: 800, retryMs: 5_000 },
): DraftStore {
  let text = start.text;
  let kept: DraftText | null = start.draft ? start.text : null;
  let status: DraftStatus = {
    state: start.draft ? "saved" : "empty",
    problem: null,
    slugTaken: false,
    draft: start.draft,
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | null = null;
  const listeners = new Set<() => void>();
  const set = (next: Partial<DraftStatus>) => {
    status = { ...status, ...next };
    for (const listener of listeners) listener();
  };
  const isSaved = () => kept?.body === text.body && kept.slug === text.slug;
  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void keep(), ms);
  };

  async function save(): Promise<boolean> {
    const given = text;
    const { draft, slugTaken } = status;
    const slug = slugTaken && given.slug === kept?.slug ? "" : given.slug;
    set({ state: "saving", problem: null });
    try {
      const next = await node.save({
        id: draft?.id ?? null,
        revision: draft?.revision ?? null,
        body: given.body,
        slug,
      });
      kept = given;
      set({ draft: next, slugTaken: slug !== given.slug, state: isSaved() ? "saved" : "changed" });
      return isSaved() || save();
    } catch (error) {
      return refuse(error, given);
    }
  }

  function refuse(error: unknown, given: DraftText): Promise<boolean> | boolean {
    const code = error instanceof ApiError ? error.code : "";
    if (code === "OFFLINE" || code === "RATE_LIMITED" || code.startsWith("HTTP_5")) {
      set({ state: "offline", problem: error });
      later(retryMs);
      return false;
    }
    if (code === "SLUG_TAKEN") {
      // The text is kept all the same.
      kept = { body: "", slug: given.slug };
      set({ slugTaken: true });
      return save();
    }
    set({ state: code === "CONFLICT" ? "conflict" : "failed", problem: error });
    return false;
  }

  async function keep(): Promise<boolean> {
    clearTimeout(timer);
    if (running) {
      await running;
      return isSaved() || keep();
    }
    if (isSaved()) return true;
    if (text.body.trim() === "") {
      set({ state: "empty" });
      return false;
    }
    if (status.state === "conflict") return false;
    running = save();
    try {
      return await running;
    } finally {
      running = null;
    }
  }

  return {
    status: () => status,
    text: () => text,
    change(next) {
      if (next.slug !== text.slug) set({ slugTaken: false });
      text = next;
      if (status.state === "conflict") return;
      if (isSaved()) set({ state: "saved" });
      else if (!running) set({ state: text.body.trim() === "" ? "empty" : "changed" });
      later(pauseMs);
    },
    save: keep,
    async branch() {
      kept = null;
      set({ state: "changed", draft: null, slugTaken: false });
      return keep();
    },
    adopt(revision) {
      if (status.draft) set({ draft: { ...status.draft, revision } });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
