import { ApiError } from "../../graphql.ts";

/** The text in an editor. */
export interface DraftText {
  readonly body: string;
  /** Empty for none. */
  readonly slug: string;
}

/** A draft as the node stores it. */
export interface SavedDraft {
  readonly id: string;
  readonly revision: number;
  readonly tags: readonly string[];
}

/** How a text compares with the draft that the node stores. */
export interface DraftStatus {
  /**
   * - `empty`: there is nothing to save
   * - `changed`: it is saved soon
   * - `saved`: the node stores all of it
   * - `offline`: the node was not reached; saving is retried
   * - `conflict`: the draft was changed elsewhere; nothing is overwritten
   * - `failed`: the node refused it, with `problem`
   */
  readonly state: "empty" | "changed" | "saving" | "saved" | "offline" | "conflict" | "failed";
  readonly problem: unknown;
  /** Whether another post has the slug; the text is saved without it. */
  readonly slugTaken: boolean;
  readonly draft: SavedDraft | null;
}

/** What the store needs of the node. */
export interface DraftNode {
  /** @throws ApiError CONFLICT, SLUG_TAKEN, OFFLINE and others */
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
  /** Takes a new text and saves it once the writer pauses. */
  change(text: DraftText): void;
  /** Saves at once. @returns whether the node stores all of the text */
  save(): Promise<boolean>;
  /** Saves the text as a new draft, beside the one that was changed elsewhere. */
  branch(): Promise<boolean>;
  /** Takes the revision of a draft that was changed in another way: scheduled or published. */
  adopt(revision: number): void;
  subscribe(listener: () => void): () => void;
}

export interface DraftStoreTimes {
  /** Milliseconds without input before the text is saved. */
  readonly pauseMs: number;
  /** Milliseconds before a node that was not reached is tried again. */
  readonly retryMs: number;
}

/**
 * Saves a text on the node while it is written. One save runs at a time; changes made meanwhile are saved after it. A
 * node that is not reached is tried again as long as the page is open.
 */
export function createDraftStore(
  node: DraftNode,
  start: { readonly text: DraftText; readonly draft: SavedDraft | null },
  { pauseMs, retryMs }: DraftStoreTimes = { pauseMs: 800, retryMs: 5_000 },
): DraftStore {
  let text = start.text;
  let saved: DraftText | null = start.draft ? start.text : null;
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
  const isSaved = () => saved?.body === text.body && saved.slug === text.slug;
  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), ms);
  };

  async function send(): Promise<boolean> {
    const given = text;
    const { draft, slugTaken } = status;
    const slug = slugTaken && given.slug === saved?.slug ? "" : given.slug;
    set({ state: "saving", problem: null });
    try {
      const next = await node.save({
        id: draft?.id ?? null,
        revision: draft?.revision ?? null,
        body: given.body,
        slug,
      });
      saved = given;
      set({ draft: next, slugTaken: slug !== given.slug, state: isSaved() ? "saved" : "changed" });
      return isSaved() || send();
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
      // Save the text without the slug.
      saved = { body: "", slug: given.slug };
      set({ slugTaken: true });
      return send();
    }
    set({ state: code === "CONFLICT" ? "conflict" : "failed", problem: error });
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
    change(next) {
      if (next.slug !== text.slug) set({ slugTaken: false });
      text = next;
      if (status.state === "conflict") return;
      if (isSaved()) set({ state: "saved" });
      else if (!running) set({ state: text.body.trim() === "" ? "empty" : "changed" });
      later(pauseMs);
    },
    save,
    async branch() {
      saved = null;
      set({ state: "changed", draft: null, slugTaken: false });
      return save();
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
