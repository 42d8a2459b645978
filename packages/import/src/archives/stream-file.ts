import { createReadStream, type ReadStream } from "node:fs";

/**
 * Reads a file. An error, such as that of a missing file, waits until somebody reads: without a listener it would end the
 * process.
 *
 * @param start the first byte
 */
export function streamFile(path: string, start = 0): ReadStream {
  return createReadStream(path, { start }).on("error", () => {});
}
