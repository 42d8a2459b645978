import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { requireFreeName } from "../../blobs/place-file.ts";
import { argumentAt, type Call, textOf } from "../../cli/command.ts";
import { formatCount } from "../../cli/format.ts";
import { openForCall } from "../../cli/open-for-call.ts";
import { printJson } from "../../cli/terminal.ts";
import { AppError, isRefusal, msg } from "../../errors/errors.ts";
import type { OpenNode } from "../../startup/open-node.ts";
import { parseSite } from "./import/old-site.ts";
import type { ImportReport } from "./import/report.ts";
import { type OpenImport, openImport } from "./import/run-import.ts";
import { describeImport } from "./import-report-command.ts";

/** `freehold import PATH`: imports an export of Freehold, or the files of another program, into a node of the same owner. */
export async function importNode(call: Call): Promise<void> {
  const path = resolve(argumentAt(call, 0));
  const reportPath = textOf(call, "report");
  if (reportPath !== undefined)
    await requireFreeName(resolve(reportPath), { replace: call.flags.force === true });
  const found = await openImport(path, { signal: call.stopSignal() });
  if (found === null)
    throw new AppError(
      "IMPORT_INVALID",
      msg`Nothing in ${path} can be imported. docs/import.md has the formats.`,
    );
  try {
    await using node = await openForCall(call);
    await importPosts(call, node, found);
  } finally {
    await found.close();
  }
}

/** Imports the files of another program. A report lists the entries that can't be imported. */
async function importPosts(call: Call, node: OpenNode, found: OpenImport): Promise<void> {
  const { terminal, flags } = call;
  const options = {
    dryRun: flags["dry-run"] === true,
    fetchPictures: flags["fetch-pictures"] === true,
    site: siteOf(textOf(call, "site")),
    keepMetadata: flags["keep-metadata"] === true,
    publish: flags.publish === true,
    publishIncomplete: flags["publish-incomplete"] === true,
    authors: namesOf(textOf(call, "author")),
    announce: flags.announce === true,
    isConfirmed: flags.confirm === true,
    signal: call.stopSignal(),
    onProgress: (done: number, all: number | null) => {
      if (terminal.showsProgress && done % 20 === 0)
        terminal.status(
          `Importing  ${done}${all === null ? "" : ` of ${formatCount(all, "entry", "entries")}`}`,
        );
    },
  };
  const report = await found.run(node, options).finally(() => terminal.status(""));
  const lines = describeImport(report);
  const reportPath = textOf(call, "report");
  if (reportPath !== undefined) {
    const whole = { ...report, sentences: [...lines.summary, ...lines.problems, ...lines.notes] };
    const flag = flags.force === true ? "w" : "wx";
    await writeFile(resolve(reportPath), `${JSON.stringify(whole, null, 2)}\n`, { flag });
  }
  if (call.json) await printJson(terminal, report);
  else await printLines(call, lines);
  if (report.refused > 0 || report.fetchedLater > 0) throw incomplete(report, reportPath);
}

/** @throws AppError USAGE for anything but the address of a site */
function siteOf(text: string | undefined): string | null {
  try {
    return text === undefined ? null : parseSite(text);
  } catch (error) {
    throw isRefusal(error) ? new AppError("USAGE", msg`--site: ${error.message}`) : error;
  }
}

/** The values of a flag that may be given several times. */
const namesOf = (text: string | undefined) =>
  (text ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

// Lines of each kind on a terminal. The report has more.
const shownLines = 20;

async function printLines(
  { terminal }: Call,
  { summary, problems, notes }: ReturnType<typeof describeImport>,
) {
  for (const line of problems.slice(0, shownLines))
    await terminal.print(`${terminal.paint("red", "BAD")} ${line}`);
  if (problems.length > shownLines)
    await terminal.print(`… and ${problems.length - shownLines} more (--report FILE has them).`);
  for (const line of notes.slice(0, shownLines)) terminal.note(line);
  if (notes.length > shownLines)
    terminal.note(`… and ${notes.length - shownLines} more notes (--report FILE has them).`);
  // The numbers stand at the end, where they are read.
  for (const line of summary) await terminal.print(line);
}

function incomplete(
  { refused, dryRun, fetchedLater }: ImportReport,
  reportPath: string | undefined,
): AppError {
  const where = reportPath === undefined ? "" : ` The report is in ${reportPath}.`;
  if (refused === 0)
    return new AppError(
      "IMPORT_INCOMPLETE",
      msg`${formatCount(fetchedLater, "picture or file was", "pictures and files were")} not fetched.${where}`,
    );
  const verb = dryRun ? "can't be" : refused === 1 ? "was not" : "were not";
  return new AppError(
    "IMPORT_INCOMPLETE",
    msg`${formatCount(refused, "entry", "entries")} ${verb} imported.${where}`,
  );
}
