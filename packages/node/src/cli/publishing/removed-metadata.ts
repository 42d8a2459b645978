import { type MetadataKind, metadataKinds } from "../../pictures/cleaning-plan.ts";
import type { Terminal } from "../terminal.ts";

const words: Readonly<Record<MetadataKind, string>> = {
  location: "the location",
  camera: "camera data",
  text: "captions and keywords",
  preview: "smaller copies",
  appended: "data after its end",
  other: "data of other programs",
};

/** Prints the kinds of data that were removed from a picture, if any. */
export function noteRemoved(terminal: Pick<Terminal, "note">, removed: readonly MetadataKind[]): void {
  if (removed.length > 0) terminal.note(`Removed from the picture: ${listKinds(removed)}.`);
}

/** The kinds in words, in the order of the table. */
function listKinds(kinds: readonly MetadataKind[]): string {
  const all = Object.keys(metadataKinds) as MetadataKind[];
  return all.flatMap((kind) => (kinds.includes(kind) ? words[kind] : [])).join(", ");
}
