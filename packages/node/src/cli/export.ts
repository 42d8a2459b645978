import { resolve } from "node:path";
import { writeExport } from "../domain/export/write.ts";
import { argumentAt, type Call } from "./command.ts";
import { describeMissing, formatCount } from "./format.ts";
import { openForCall } from "./open-for-call.ts";
import { printResult } from "./terminal.ts";

/** `freehold export FOLDER`: writes what belongs to the owner into plain files. */
export async function exportNode(call: Call): Promise<void> {
  const { terminal, flags } = call;
  const folder = resolve(argumentAt(call, 0));
  const signal = call.stopSignal();
  const withPrivate = flags.private === true;
  await using node = await openForCall(call);
  const onProgress = (done: number) => {
    if (terminal.showsProgress && done % 100 === 0)
      terminal.status(`Exporting  ${formatCount(done, "publication")}`);
  };
  const { publications, connections, comments, missing, exportedAt } = await writeExport(node, {
    folder,
    withPrivate,
    onProgress,
    signal,
  }).finally(() => terminal.status(""));
  await printResult(
    call,
    { folder, exportedAt, private: withPrivate, publications, connections, comments, missing },
    [
      `${folder}: ${formatCount(publications, "publication")}, ${formatCount(connections, "follow")} and ` +
        `${formatCount(comments, "comment")}.`,
    ],
    [
      describeMissing(missing),
      withPrivate
        ? "It is a secret: drafts and mail addresses of commenters are in it."
        : "Drafts are not in it (--private takes them along). It is no backup: freehold backup makes one.",
    ],
  );
}
