import { resolve } from "node:path";
import { type Restored, restoreBackup } from "../domain/backup/restore-backup.ts";
import { recoverNatively } from "../peers/recover.ts";
import { argumentAt, type Call } from "./command.ts";
import { formatBytes, formatCount } from "./format-amount.ts";
import { explainOpening } from "./open-for-call.ts";
import { printJson } from "./print-json.ts";
import { trackProgress } from "./show-progress.ts";

/** `freehold restore FILE`: a node out of a backup, checked from end to end before it says done. */
export async function restore(call: Call): Promise<void> {
  const file = resolve(argumentAt(call, 0));
  const signal = call.stopSignal();
  const onProgress = trackProgress(call.terminal, "Checking");
  const restored = await restoreBackup(
    { config: call.config, recover: recoverNatively },
    { file, onProgress, signal },
  )
    .catch(explainOpening)
    .finally(() => call.terminal.status(""));
  await print(call, restored);
}

async function print(
  { json, terminal, config }: Call,
  { manifest, rows, signatures }: Restored,
): Promise<void> {
  const { createdAt, node, contents, missing, keystore } = manifest;
  if (json) {
    return await printJson(terminal, {
      dataDir: config.dataDir,
      createdAt,
      node,
      rows,
      signatures,
      contents,
      missing,
      keystore,
    });
  }
  await terminal.print(
    `${config.dataDir} is the node of ${createdAt}: ${formatCount(rows, "row")}, ${formatCount(contents.count, "content")} ` +
      `of ${formatBytes(contents.bytes)}; every hash and ${formatCount(signatures, "signature")} checked.`,
  );
  if (missing.length > 0) {
    terminal.note(
      `${formatCount(missing.length, "content")} was missing when the backup was made: ${missing.join(" ")}`,
    );
  }
  terminal.note(
    "Sessions and tokens are not restored: sign in anew, and make new tokens (freehold token create).",
  );
  if (!keystore)
    terminal.note("The keystore was not in the backup: put yours back, or name it with FREEHOLD_KEYSTORE.");
}
