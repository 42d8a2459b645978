import { importFormatLimits as limits } from "./limits.ts";
import type { ImportAuthor } from "./source.ts";

const nameLength = 200;

/** A name as it is shown and compared. */
export const cleanAuthor = (name: string): string =>
  name.replace(/\s+/g, " ").trim().slice(0, nameLength).toWellFormed();

/** Counts the entries of each author, in a first reading of a source. */
export class AuthorCounts {
  readonly #counts = new Map<string, number>();

  /** Adds an entry with these authors. */
  add(names: readonly string[]): void {
    for (const name of new Set(names.map(cleanAuthor))) {
      const count = this.#counts.get(name) ?? 0;
      if (name !== "" && (count > 0 || this.#counts.size < limits.authors)) this.#counts.set(name, count + 1);
    }
  }

  list(): readonly ImportAuthor[] {
    const authors = [...this.#counts].map(([name, count]) => ({ name, count }));
    return authors.sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1));
  }
}
