import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { ArchiveError, archiveLimits } from "./archive-format.ts";

/**
 * The lines of a text file, one at a time, however long the file.
 * @throws ArchiveError for a line that is longer than any that is written
 */
export async function* readLines(path: string): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of createReadStream(path, { encoding: "utf8" })) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > archiveLimits.lineBytes)
      throw new ArchiveError(`A line of ${basename(path)} is too long.`);
    yield* lines;
  }
  if (rest !== "") yield rest;
}
