import { createReadStream, type ReadStream } from "node:fs";

/**
 * Reads a file. An error, such as that of a missing file, waits until somebody reads: without a listener it would end the
 * process.
 */
export function streamFile(path: string): ReadStream {
  return createReadStream(path).on("error", () => {});
}
