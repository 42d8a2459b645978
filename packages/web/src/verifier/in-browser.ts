import { createArchiveCheck, recoverPublicKey } from "@freehold/protocol";
import { chooseVerifierMessages, describeReport, type ReportLine } from "./describe-report.ts";
import { type ArchiveEntry, chunksOf } from "./packed-entry.ts";
import { readArchive } from "./read-archive.ts";

const messages = chooseVerifierMessages(navigator.languages);
const find = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const report = find("report");

document.documentElement.lang = messages.language;
document.title = messages.title;
for (const name of ["title", "intro", "folder", "archive", "drop"] as const) {
  find(`${name}-text`).textContent = messages[name];
}

for (const id of ["folder", "archive"]) {
  const input = find<HTMLInputElement>(id);
  input.addEventListener("change", () => void check(entriesOf([...(input.files ?? [])])));
}
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const items = [...(event.dataTransfer?.items ?? [])];
  // The list is empty once this event is over.
  const entries = items.map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  void check(entriesOfDrop(entries));
});

let run = 0;

async function check(entries: AsyncIterable<ArchiveEntry>): Promise<void> {
  run += 1;
  const current = run;
  const checker = createArchiveCheck({ recover: recoverPublicKey });
  let files = 0;
  try {
    for await (const { path, bytes, from } of entries) {
      await checker.add(path, bytes, from);
      files += 1;
      if (current !== run) return;
      if (files % 20 === 1) show([{ look: "plain", text: messages.reading(files) }]);
    }
    show(describeReport(checker.finish(), messages));
  } catch {
    if (current === run) show([{ look: "bad", text: messages.unreadable }]);
  }
}

function show(lines: readonly ReportLine[]): void {
  const items = lines.map(({ look, text }) =>
    Object.assign(document.createElement("li"), { className: look, textContent: text }),
  );
  report.replaceChildren(...items);
}

/** A chosen folder has a path for each file; a single file is an archive. */
async function* entriesOf(files: readonly File[]): AsyncGenerator<ArchiveEntry> {
  for (const file of files) {
    if (file.webkitRelativePath === "") yield* readArchive(file);
    else yield { path: file.webkitRelativePath, bytes: chunksOf(file.stream()), from: "folder" };
  }
}

async function* entriesOfDrop(entries: readonly FileSystemEntry[]): AsyncGenerator<ArchiveEntry> {
  for (const entry of entries) {
    if (entry.isDirectory) yield* entriesOfFolder(entry as FileSystemDirectoryEntry);
    else yield* readArchive(await fileOf(entry as FileSystemFileEntry));
  }
}

async function* entriesOfFolder(folder: FileSystemDirectoryEntry): AsyncGenerator<ArchiveEntry> {
  const reader = folder.createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return;
    for (const entry of some) {
      if (entry.isDirectory) yield* entriesOfFolder(entry as FileSystemDirectoryEntry);
      else {
        const file = await fileOf(entry as FileSystemFileEntry);
        yield { path: entry.fullPath.slice(1), bytes: chunksOf(file.stream()), from: "folder" };
      }
    }
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}
