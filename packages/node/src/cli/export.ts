import { resolve } from "node:path";
import { writeExport } from "../domain/export/write.ts";
import { argumentAt, type Call } from "./command.ts";
import { formatCount } from "./format.ts";
import { openForCall } from "./open-for-call.ts";
import { printJson } from "./terminal.ts";

/** `freehold export FOLDER`: what is the owner's own, as plain files. */
export async function exportNode(call: Call): Promise<void> {
  const { terminal, flags, json } = call;
  const folder = resolve(argumentAt(call, 0));
  const signal = call.stopSignal();
  const withPrivate = flags.private === true;
  await using node = await openForCall(call);
  const onProgress = (publications: number) => {
    if (terminal.showsProgress && publications % 100 === 0)
      terminal.status(`Exporting  ${formatCount(publications, "publication")}`);
  };
  const made = await writeExport(node, { folder, withPrivate, onProgress, signal }).finally(() =>
    terminal.status(""),
  );
  const { publications, connections, comments, missing, exportedAt } = made;
  if (json) {
    const facts = { folder, exportedAt, private: withPrivate, publications, connections, comments, missing };
    return await printJson(terminal, facts);
  }
  await terminal.print(
    `${folder}: ${formatCount(publications, "publication")}, ${formatCount(connections, "follow")} and ` +
      `${formatCount(comments, "comment")}.`,
  );
  if (missing.length > 0) {
    terminal.note(
      `${formatCount(missing.length, "content")} missing or damaged here, and not in it: ${missing.join(" ")}`,
    );
  }
  terminal.note(
    withPrivate
      ? "It is a secret: drafts and mail addresses of commenters are in it."
      : "Drafts are not in it (--private takes them along). It is no backup: freehold backup makes one.",
  );
}
