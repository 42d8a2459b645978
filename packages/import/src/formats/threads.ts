import { invalidImport } from "../errors.ts";
import { importFormatLimits as limits } from "../limits.ts";

const threadPosts = 500; // short posts that are joined to one

/**
 * Which short posts belong together: a post and the author's own replies to it. Made in a first reading, so that a second one
 * can give each thread as soon as its last part was read.
 */
export class ThreadIndex {
  readonly #parents = new Map<string, string | null>();
  /** The number of answers of a thread; empty for a post without any. */
  readonly #answers = new Map<string, number>();
  #threads = 0;
  readonly #foreign = new Set<string>();
  #leftOut = 0;

  /**
   * @param parent the author's own post that it answers; null for one that answers nobody
   * @throws ImportError IMPORT_INVALID where there are too many
   */
  add(id: string, parent: string | null): void {
    this.#parents.set(id, parent);
    if (this.#parents.size > limits.indexedPosts)
      throw invalidImport(`It holds more than ${limits.indexedPosts} posts. Import it in parts.`);
  }

  /** Adds a reply to somebody else: it is left out, and with it the author's replies to it. */
  addForeign(id: string): void {
    this.add(id, null);
    this.#foreign.add(id);
  }

  /** Leaves out what belongs to talks with others, and counts the parts of threads, once all posts are known. */
  seal(): void {
    const out = [...this.#parents.keys()].filter((id) => this.#foreign.has(this.rootOf(id) ?? ""));
    for (const id of out) this.#parents.delete(id);
    this.#leftOut = out.length;
    for (const id of this.#parents.keys()) {
      const root = this.rootOf(id);
      if (root === id) this.#threads += 1;
      else if (root !== null) this.#answers.set(root, (this.#answers.get(root) ?? 0) + 1);
    }
    for (const root of this.#answers.keys()) if (this.rootOf(root) !== root) this.#threads += 1;
  }

  /** The first post of the thread; a post whose parent is not there is one. null for a post that was not added. */
  rootOf(id: string): string | null {
    if (!this.#parents.has(id)) return null;
    let root = id;
    // Posts that answer each other in a circle don't exist; a file may hold them.
    for (let steps = 0; steps < threadPosts; steps += 1) {
      const parent = this.#parents.get(root) ?? null;
      if (parent === null || !this.#parents.has(parent)) break;
      root = parent;
    }
    return root;
  }

  /** How many posts the thread with this first post has. */
  sizeOf(root: string): number {
    return (this.#answers.get(root) ?? 0) + (this.rootOf(root) === root ? 1 : 0);
  }

  /** How many replies to others were left out. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** How many threads there are. */
  get size(): number {
    return this.#threads;
  }
}

/** A part of a thread. */
export interface ThreadPart {
  readonly id: string;
  /** Milliseconds. */
  readonly at: number | null;
}

/** Gathers the parts of threads: `take` returns a thread, in the order of time, when its last part came. */
export class ThreadGatherer<Part extends ThreadPart> {
  readonly #index: ThreadIndex;
  readonly #open = new Map<string, Part[]>();

  constructor(index: ThreadIndex) {
    this.#index = index;
  }

  take(part: Part): readonly Part[] | null {
    const root = this.#index.rootOf(part.id);
    if (root === null) return null;
    const parts = [...(this.#open.get(root) ?? []), part];
    if (parts.length < Math.min(this.#index.sizeOf(root), threadPosts)) {
      this.#open.set(root, parts);
      return null;
    }
    this.#open.delete(root);
    return inOrder(root, parts);
  }

  /** Threads that lack a part, at the end. */
  *rest(): Generator<readonly Part[]> {
    for (const [root, parts] of this.#open) yield inOrder(root, parts);
  }
}

function inOrder<Part extends ThreadPart>(root: string, parts: readonly Part[]): readonly Part[] {
  return [...parts].sort((one, other) =>
    one.id === root
      ? -1
      : other.id === root
        ? 1
        : (one.at ?? 0) - (other.at ?? 0) || (one.id < other.id ? -1 : 1),
  );
}
