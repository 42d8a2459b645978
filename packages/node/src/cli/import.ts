import { resolve } from "node:path";
import { importExport } from "../domain/export/import.ts";
import type { ImportReport } from "../domain/export/report.ts";
import { AppError } from "../errors/errors.ts";
import { safeText } from "../observability/safe-text.ts";
import { argumentAt, type Call } from "./command.ts";
import { formatCount } from "./format.ts";
import { openForCall } from "./open-for-call.ts";
import { printResult } from "./terminal.ts";

/** `freehold import FOLDER`: checks an export piece by piece, and imports it into a node of the same owner. */
export async function importNode(call: Call): Promise<void> {
  const { terminal } = call;
  const folder = resolve(argumentAt(call, 0));
  const signal = call.stopSignal();
  await using node = await openForCall(call);
  const onProgress = (done: number, all: number) => {
    if (terminal.showsProgress && done % 100 === 0)
      terminal.status(`Importing  ${done} of ${formatCount(all, "publication")}`);
  };
  const report = await importExport(node, { folder, onProgress, signal }).finally(() => terminal.status(""));
  const { taken, known, refusals, withoutSlug, refused } = report;
  await printResult(
    call,
    report,
    [
      `Taken: ${describe(taken)}. Here before: ${describe(known)}.`,
      ...refusals.map(
        ({ what, why }) => `${terminal.paint("red", "BAD")} ${safeText(what)}: ${safeText(why)}`,
      ),
    ],
    withoutSlug.map((what) => `${safeText(what)} is here without its slug, which another has.`),
  );
  if (refused > 0) {
    throw new AppError(
      "IMPORT_INCOMPLETE",
      `Not everything was taken: ${refused} of what is in ${folder} is not as it should be.`,
    );
  }
}

function describe({ publications, connections, comments }: ImportReport["taken"]): string {
  return `${formatCount(publications, "publication")}, ${formatCount(connections, "follow")}, ${formatCount(comments, "comment")}`;
}
