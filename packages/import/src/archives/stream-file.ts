import { createReadStream, type ReadStream } from "node:fs";

/**
 * Reads a file. An error, as of a missing file, waits for who reads, also when that begins later: without a listener it
 * would end the process.
 */
export function streamFile(path: string): ReadStream {
  return createReadStream(path).on("error", () => {});
}
