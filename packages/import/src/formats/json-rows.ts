import { invalidImport } from "../errors.ts";
import { importFormatLimits as limits } from "../limits.ts";

/** An object of an array that was asked for. */
export interface JsonRow {
  /** The keys that lead to the array, with `*` for an index of an array: `db/*\/data/posts`. */
  readonly path: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * Reads the objects of some arrays of a JSON document, one by one; memory grows only with the largest of them.
 *
 * @param isWanted gets the path of each array
 * @throws ImportError IMPORT_INVALID for a document that is cut off, too deep or not JSON, and for an object that is too
 *   large
 */
export async function* readJsonRows(
  bytes: AsyncIterable<Uint8Array>,
  isWanted: (path: string) => boolean,
): AsyncGenerator<JsonRow> {
  const decoder = new TextDecoder();
  const scanner = new JsonScanner(isWanted);
  for await (const chunk of bytes) yield* scanner.read(decoder.decode(chunk, { stream: true }));
  yield* scanner.read(decoder.decode());
  scanner.end();
}

interface Frame {
  readonly isArray: boolean;
  readonly path: string;
  readonly isWanted: boolean;
  /** The last key of an object. */
  key: string;
}

class JsonScanner {
  readonly #isWanted: (path: string) => boolean;
  readonly #stack: Frame[] = [];
  /** The beginning of the current row or key, from earlier chunks. */
  #text = "";
  /** The length of the stack outside of the row that is read; -1 between rows. */
  #rowDepth = -1;
  #inString = false;
  #isEscaped = false;
  #isKey = false;
  #expectsKey = false;
  #hasBegun = false;

  constructor(isWanted: (path: string) => boolean) {
    this.#isWanted = isWanted;
  }

  /** Reads the next chunk and yields the complete rows. */
  *read(chunk: string): Generator<JsonRow> {
    // The beginning of the row or key in this chunk.
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const sign = chunk[at] as string;
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (sign === "\\") this.#isEscaped = true;
        else if (sign === '"') {
          this.#inString = false;
          if (this.#isKey) this.#takeKey(chunk.slice(start, at));
        }
        continue;
      }
      if (sign === '"') {
        this.#inString = true;
        this.#isKey = this.#rowDepth < 0 && this.#expectsKey;
        if (this.#isKey) start = at + 1;
      } else if (sign === "{" || sign === "[") {
        if (this.#open(sign === "[")) start = at;
      } else if (sign === "}" || sign === "]") {
        const array = this.#close(sign === "]");
        if (array === null) continue;
        yield { path: array.path, value: this.#parse(this.#text + chunk.slice(start, at + 1)) };
        this.#text = "";
      } else if (sign === ",") this.#expectsKey = this.#stack.at(-1)?.isArray === false;
      else if (sign === ":") this.#expectsKey = false;
    }
    if (this.#rowDepth >= 0 || this.#isKey) this.#text += chunk.slice(start);
    if (this.#text.length > limits.rowLength) throw invalidImport("An entry of the file is too long.");
  }

  /** @throws ImportError IMPORT_INVALID when the document is not complete */
  end(): void {
    if (!this.#hasBegun) throw invalidImport("The file is not JSON.");
    if (this.#stack.length > 0 || this.#inString) throw invalidImport("The file is cut off.");
  }

  #takeKey(rest: string): void {
    const top = this.#stack.at(-1);
    const key: unknown = this.#parseText(`"${this.#text}${rest}"`);
    if (top) top.key = String(key);
    this.#text = "";
    this.#isKey = false;
  }

  /** @returns whether a row begins */
  #open(isArray: boolean): boolean {
    this.#hasBegun = true;
    const top = this.#stack.at(-1);
    const beginsRow = this.#rowDepth < 0 && !isArray && top?.isWanted === true;
    if (beginsRow) this.#rowDepth = this.#stack.length;
    if (this.#stack.length >= limits.jsonDepth) throw invalidImport("The file is nested too deeply.");
    const inner = this.#rowDepth >= 0;
    const path = inner || !top ? "" : top.isArray ? joinPath(top.path, "*") : joinPath(top.path, top.key);
    this.#stack.push({ isArray, path, isWanted: !inner && isArray && this.#isWanted(path), key: "" });
    this.#expectsKey = !isArray;
    return beginsRow;
  }

  /** @returns the array of a row that ends, else null */
  #close(isArray: boolean): Frame | null {
    if (this.#stack.pop()?.isArray !== isArray) throw invalidImport("The file is not JSON.");
    this.#expectsKey = false;
    if (this.#stack.length !== this.#rowDepth) return null;
    this.#rowDepth = -1;
    return this.#stack.at(-1) ?? null;
  }

  #parse(text: string): Readonly<Record<string, unknown>> {
    if (text.length > limits.rowLength) throw invalidImport("An entry of the file is too long.");
    return this.#parseText(text) as Readonly<Record<string, unknown>>;
  }

  #parseText(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw invalidImport(`The file is not JSON: ${error instanceof Error ? error.message : ""}`, error);
    }
  }
}

const joinPath = (path: string, key: string) => (path === "" ? key : `${path}/${key}`);
