import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openArchive } from "./archives/archive.ts";
import { ImportError } from "./errors.ts";
import { openSource } from "./open-source.ts";
import type { Balance, ImportedPost, ImportRefusal } from "./source.ts";

const corpus = join(import.meta.dirname, "../corpus");

/**
 * A folder of the corpus holds one input (`in.xml`, `in.json` …, or `in/` for what comes as an archive) and the entries that are read
 * from it (`expected.md`). With `-u` they are written anew: each difference is then read by eye.
 */
test.each(readdirSync(corpus).sort())("%s is read as its folder says", async (name) => {
  const folder = join(corpus, name);
  const [input = ""] = readdirSync(folder).filter((file) => file === "in" || file.startsWith("in."));
  const path = join(folder, input);
  const source = await openSource(path, await openArchive(path));
  if (!source) throw new Error("No format knows it.");
  const entries: string[] = [];
  try {
    for await (const entry of source.entries()) entries.push(describe(entry));
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    entries.push(`=== breaks off\n${error.message}`);
  }
  await source.close();
  await expect(`${[source.format, ...entries].join("\n\n")}\n`).toMatchFileSnapshot(
    join(folder, "expected.md"),
  );
});

function describe(entry: ImportedPost | ImportRefusal): string {
  if ("why" in entry) {
    const { key, title, why, leftOut } = entry;
    const kind = leftOut ? `left out (${leftOut.because}, ${leftOut.count})` : "not imported";
    return `=== ${key}${title ? `\ntitle: ${title}` : ""}\n${kind}: ${why}`;
  }
  const {
    key,
    earlierKeys = [],
    markdown,
    files,
    notes,
    visibility,
    oldPaths,
    tags,
    authors = [],
    comments = [],
    balance,
    ...post
  } = entry;
  const facts = {
    ...post,
    visibility: `${visibility.public ? "public" : "draft"}, ${visibility.because}`,
    tags: tags.join(", "),
    authors: authors.join(", "),
    oldPaths: oldPaths.join(" "),
    missing: describeMissing(balance),
  };
  const lines = Object.entries(facts)
    .filter(([, value]) => value !== null && value !== "" && value !== false && value !== undefined)
    .map(([field, value]) => `${field}: ${typeof value === "string" ? value : JSON.stringify(value)}`);
  const named = files.map(({ address, description, open, page }) =>
    [open ? "file:" : "file elsewhere:", address, description && `(${description})`, page && `on ${page}`]
      .filter(Boolean)
      .join(" "),
  );
  const parts = [...lines, ...named, ...notes.map((note) => `note: ${note}`)];
  const said = comments.map((comment) => {
    const { key: name, author, url, writtenAt, markdown: words } = comment;
    const date = writtenAt === null ? "no date" : new Date(writtenAt).toISOString();
    return `\n--- comment ${name}\n${[author, date, url].filter(Boolean).join(", ")}\n\n${words}`;
  });
  // The name with the folder or the scheme says more to a reader.
  return [`=== ${earlierKeys[0] ?? key}`, ...parts, "---", markdown, ...said].join("\n");
}

/** Empty where every word and every block of code arrived. */
function describeMissing({ words, missing, missingCode, examples }: Balance): string {
  const code = missingCode === 0 ? "" : `; blocks of code: ${missingCode}`;
  return missing + missingCode === 0 ? "" : `${missing} of ${words} words (${examples.join("; ")})${code}`;
}
