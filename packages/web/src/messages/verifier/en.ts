import { count } from "../site/format.ts";

/** The texts of the verifier that comes with an export. */
export const en = {
  language: "en",
  title: "Verify this export",
  intro:
    "This page shows whether the files of an export are unchanged since their owner signed them. They are read in this browser; nothing is sent.",
  folder: "Choose the folder",
  archive: "Choose a .tar.gz or .zip",
  drop: "Or drop the folder or the archive onto this page.",
  reading: (files: number): string =>
    files === 0 ? "Reading…" : `Reading: ${count(files, "file", "files")}…`,
  unreadable: "This can't be read. Unpack the archive, and choose the folder.",
  whole: (files: number): string => `Unchanged: ${count(files, "file", "files")}.`,
  broken: (faults: number): string => `${count(faults, "file does", "files do")} not match.`,
  signedBy: "Signed by",
  node: (url: string, madeAt: string): string => `Made at ${url}, ${madeAt}.`,
  unsigned: "This export has no signature. It is complete, but nothing shows who made it.",
  unsignedBroken: "This export has no valid signature.",
  proofs: (proofs: number): string =>
    proofs === 0
      ? "No post or file has a signature of its own."
      : `Posts and files with a signature of their own that matches: ${count(proofs, "", "").trim()}.`,
  compare: "A signature shows which key signed. Compare the address with one that you know.",
  faults: {
    changed: "was changed",
    missing: "is missing",
    added: "was added",
    proof: "is not what its publisher signed",
    manifest: "is missing or can't be read: it is the list of the files",
    signature: "is not the owner's signature over this list of files",
  },
  more: (faults: number): string => `And ${count(faults, "more file", "more files")}.`,
};

export type VerifierMessages = typeof en;
