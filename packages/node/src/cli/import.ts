import { resolve } from "node:path";
import { importExport } from "../domain/export/import.ts";
import type { ImportReport } from "../domain/export/report.ts";
import { AppError } from "../errors/errors.ts";
import { safeText } from "../observability/safe-text.ts";
import { argumentAt, type Call } from "./command.ts";
import { formatCount } from "./format.ts";
import { openForCall } from "./open-for-call.ts";
import { printJson } from "./terminal.ts";

/** `freehold import FOLDER`: an export into a node of the same owner, checked piece by piece. */
export async function importNode(call: Call): Promise<void> {
  const { terminal, json } = call;
  const folder = resolve(argumentAt(call, 0));
  const signal = call.stopSignal();
  await using node = await openForCall(call);
  const onProgress = (done: number, all: number) => {
    if (terminal.showsProgress && done % 100 === 0)
      terminal.status(`Importing  ${done} of ${formatCount(all, "publication")}`);
  };
  const report = await importExport(node, { folder, onProgress, signal }).finally(() => terminal.status(""));
  await (json ? printJson(terminal, report) : print(call, report));
  if (report.refused > 0) {
    throw new AppError(
      "IMPORT_INCOMPLETE",
      `Not everything was taken: ${report.refused} of what is in ${folder} is not as it should be.`,
    );
  }
}

async function print(
  { terminal }: Call,
  { taken, known, refusals, withoutSlug }: ImportReport,
): Promise<void> {
  await terminal.print(`Taken: ${describe(taken)}. Here before: ${describe(known)}.`);
  for (const { what, why } of refusals)
    await terminal.print(`${terminal.paint("red", "BAD")} ${safeText(what)}: ${safeText(why)}`);
  for (const what of withoutSlug)
    terminal.note(`${safeText(what)} is here without its slug, which another has.`);
}

function describe({ publications, connections, comments }: ImportReport["taken"]): string {
  return [
    formatCount(publications, "publication"),
    formatCount(connections, "follow"),
    formatCount(comments, "comment"),
  ].join(", ");
}
