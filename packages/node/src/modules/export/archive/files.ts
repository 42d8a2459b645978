import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

/** A file in memory. */
export interface NamedFile {
  readonly name: string;
  readonly body: Uint8Array;
}

const privateMode = 0o600;

/**
 * Writes a file, readable for this user alone unless told otherwise, that gets its name once it is complete and durable. A link
 * of its name, or of the name of its beginning, is replaced and not followed.
 */
export async function writeWholeFile(
  path: string,
  source: Iterable<string | Uint8Array> | AsyncIterable<Uint8Array | string>,
  signal?: AbortSignal,
  mode: number = privateMode,
): Promise<void> {
  const temporary = `${path}.part`;
  try {
    // An interrupted run has left it.
    await rm(temporary, { force: true });
    const out = createWriteStream(temporary, { flags: "wx", mode, flush: true });
    await pipeline(source, out, signal ? { signal } : {});
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

export async function writeJson(path: string, value: unknown, signal?: AbortSignal): Promise<void> {
  await writeWholeFile(path, [`${JSON.stringify(value, null, 2)}\n`], signal);
}

/** Writes a JSON value a line. @returns how many */
export async function writeJsonLines(
  path: string,
  values: AsyncIterable<unknown>,
  signal?: AbortSignal,
): Promise<number> {
  let count = 0;
  async function* lines() {
    for await (const value of values) {
      yield `${JSON.stringify(value)}\n`;
      count += 1;
    }
  }
  await writeWholeFile(path, lines(), signal);
  return count;
}
