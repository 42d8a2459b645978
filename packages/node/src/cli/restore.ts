import { resolve } from "node:path";
import { type OutsideServices, switchServicesOn } from "../domain/backup/outside-services.ts";
import { type Restored, restoreBackup } from "../domain/backup/restore.ts";
import { requireOwner } from "../domain/profile/owner.ts";
import { AppError } from "../errors/errors.ts";
import { safeText } from "../observability/safe-text.ts";
import { recoverNatively } from "../peers/recover.ts";
import type { Call } from "./command.ts";
import { formatBytes, formatCount, formatMoment } from "./format.ts";
import { explainOpening, openForCall } from "./open-for-call.ts";
import { printJson, trackProgress } from "./terminal.ts";

/**
 * `freehold restore FILE`: a node out of a backup, checked from end to end before it says done; what it would send
 * outside is switched off. `freehold restore --confirm` switches that on.
 */
export async function restore(call: Call): Promise<void> {
  const [file] = call.arguments;
  if (call.flags.confirm) {
    if (file !== undefined)
      throw new AppError("USAGE", "--confirm takes no file: it is for the node that was restored.");
    return await confirm(call);
  }
  if (file === undefined) throw new AppError("USAGE", "FILE is missing: freehold restore FILE");
  const signal = call.stopSignal();
  const onProgress = trackProgress(call.terminal, "Checking");
  const restored = await restoreBackup(
    { config: call.config, recover: recoverNatively },
    { file: resolve(file), onProgress, signal },
  )
    .catch(explainOpening)
    .finally(() => call.terminal.status(""));
  await print(call, restored);
}

async function confirm(call: Call): Promise<void> {
  const { json, terminal } = call;
  await using node = await openForCall(call);
  await requireOwner(node);
  const switchedOn = await switchServicesOn(node);
  if (json) return await printJson(terminal, { switchedOn });
  const lines = describe(switchedOn);
  if (lines.length === 0) return terminal.note("Nothing is switched off that waits for this.");
  await terminal.print("Switched on:");
  for (const line of lines) await terminal.print(line);
}

async function print(
  { json, terminal, config }: Call,
  { manifest, rows, signatures, owner, switchedOff }: Restored,
): Promise<void> {
  const { createdAt, contents, missing, keystore } = manifest;
  if (json) {
    return await printJson(terminal, {
      dataDir: config.dataDir,
      createdAt,
      node: owner,
      rows,
      signatures,
      contents,
      missing,
      keystore,
      switchedOff,
    });
  }
  await terminal.print(
    `${config.dataDir} is the node of ${createdAt}: ${formatCount(rows, "row")}, ${formatCount(contents.count, "content")} ` +
      `of ${formatBytes(contents.bytes)}; every hash and ${formatCount(signatures, "signature")} checked.`,
  );
  if (owner) await terminal.print(safeText(`Its owner is ${owner.address} (${owner.title}, ${owner.url}).`));
  const lines = describe(switchedOff);
  if (lines.length > 0) await terminal.print("Switched off, since a backup does not show who made it:");
  for (const line of lines) await terminal.print(line);
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
  if (lines.length > 0) {
    terminal.note(
      "Is all that was switched off yours? Then switch it on: freehold restore --confirm, with the same settings.",
    );
  }
}

function describe({ webhooks, mailServer, pushDevices }: OutsideServices): string[] {
  const lines = webhooks.map(({ url, events }) => ["webhook", `${url}, for ${events.join(", ")}`]);
  if (mailServer) {
    const { host, port, user } = mailServer;
    lines.push(["mail server", `${host}:${port}${user === null ? "" : `, as ${user}`}`]);
  }
  for (const { service, createdAt } of pushDevices) {
    lines.push(["push device", `${service}, since ${formatMoment(Date.parse(createdAt))}`]);
  }
  return lines.map(([kind = "", text = ""]) => `  ${kind.padEnd(11)}  ${safeText(text)}`);
}
