import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openArchive } from "../../../src/domain/import/formats/archive.ts";
import { parseEntryName } from "../../../src/domain/import/formats/archive-entries.ts";
import { AppError } from "../../../src/errors/errors.ts";
import { makeZip } from "../../support/make-zip.ts";
import { onBytes, onText, type ParserTarget, promise } from "./parser-target.ts";

const refusals = { refusals: [AppError] };

/** Calls with a file of these bytes. */
async function withFile(bytes: Uint8Array, use: (path: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "freehold-fuzz-"));
  try {
    const path = join(folder, "file");
    await writeFile(path, bytes);
    await use(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function readAll(path: string): Promise<void> {
  const archive = await openArchive(path);
  if (archive === null) return;
  try {
    for (const [name, entry] of archive.entries) {
      promise(!name.startsWith("/") && !name.split("/").includes(".."), "A path leads out.");
      for await (const chunk of await entry.open()) promise(chunk.length > 0, "A chunk is empty.");
    }
  } finally {
    await archive.close();
  }
}

const zip = makeZip([{ name: "a/b.md", bytes: "words", stored: true }]).toString("latin1");

/** What the owner brings of other programs. */
export const importParsers: readonly ParserTarget[] = [
  onText(
    "parseEntryName",
    (text) => promise(!parseEntryName(text)?.split("/").includes(".."), "A path leads out."),
    { ...refusals, seeds: ["a/b.md", "./a//b", "..\\a"] },
  ),
  onBytes("openArchive", (bytes) => withFile(bytes, readAll), { ...refusals, seeds: [zip] }),
];
