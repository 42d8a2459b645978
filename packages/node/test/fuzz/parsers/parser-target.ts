/** A parser under test: what it is given, and what it may answer. */
export interface ParserTarget {
  /** Of the function; a test knows which are missing. */
  readonly name: string;
  /** How the bytes of an input become what the parser takes: as they are, as text, or as JSON. */
  readonly takes: "bytes" | "text" | "json";
  /** Errors that belong to the parser's own language, by their class; everything else is a bug. */
  readonly refusals: readonly (abstract new (
    ...args: never[]
  ) => Error)[];
  /** Parses, and throws for what must not be true of the result. */
  run(input: never): unknown;
  /** Inputs that lead far, as text. */
  readonly seeds: readonly string[];
}

type Options = Partial<Pick<ParserTarget, "refusals" | "seeds">>;

export function onText(name: string, run: (text: string) => unknown, options: Options = {}): ParserTarget {
  return { name, takes: "text", refusals: [], seeds: [""], ...options, run };
}

export function onJson(name: string, run: (json: unknown) => unknown, options: Options = {}): ParserTarget {
  return { name, takes: "json", refusals: [], seeds: ["{}"], ...options, run };
}

export function onBytes(
  name: string,
  run: (bytes: Uint8Array) => unknown,
  options: Options = {},
): ParserTarget {
  return { name, takes: "bytes", refusals: [], seeds: [""], ...options, run };
}

/** Something that a parser must do, and did not. */
class BrokenPromiseError extends Error {}

/** @throws BrokenPromiseError */
export function promise(holds: boolean, sentence: string): void {
  if (!holds) throw new BrokenPromiseError(sentence);
}

/**
 * Gives an input to a parser.
 *
 * @returns the error that must not be thrown, or null
 */
export async function tryParser({ takes, run, refusals }: ParserTarget, bytes: Uint8Array): Promise<unknown> {
  const text = Buffer.from(bytes).toString("utf8");
  const input = takes === "bytes" ? bytes : takes === "text" ? text : parseJson(text);
  if (input === undefined) return null;
  try {
    await run(input as never);
    return null;
  } catch (error) {
    return refusals.some((kind) => error instanceof kind)
      ? null
      : (error ?? new Error("Nothing was thrown."));
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
