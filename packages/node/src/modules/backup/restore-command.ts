import { resolve } from "node:path";
import { recoverPublicKey } from "@freehold/protocol";
import type { Call } from "../../cli/command.ts";
import { formatBytes, formatCount, formatMoment } from "../../cli/format.ts";
import { explainOpening, openForCall } from "../../cli/open-for-call.ts";
import { printResult, trackProgress } from "../../cli/terminal.ts";
import { program } from "../../config/program.ts";
import { requireOwner } from "../../domain/profile/owner.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { safeText } from "../../observability/safe-text.ts";
import { type OutsideServices, switchServicesOn } from "./outside-services.ts";
import { type Restored, restoreBackup } from "./restore.ts";

/**
 * `freehold restore FILE`: makes a node from a backup, checked from end to end. Services that send something out are
 * switched off; `freehold restore --confirm` switches them on.
 */
export async function restore(call: Call): Promise<void> {
  const [file] = call.arguments;
  if (call.flags.confirm) {
    if (file !== undefined)
      throw new AppError("USAGE", "--confirm accepts no file: it is for the node that was restored.");
    return await confirm(call);
  }
  if (file === undefined) throw new AppError("USAGE", msg`FILE is missing: ${program} restore FILE`);
  const signal = call.stopSignal();
  const onProgress = trackProgress(call.terminal, "Checking");
  const restored = await restoreBackup(
    { config: call.config, recover: recoverPublicKey },
    { file: resolve(file), onProgress, signal },
  )
    .catch(explainOpening)
    .finally(() => call.terminal.status(""));
  await print(call, restored);
}

async function confirm(call: Call): Promise<void> {
  await using node = await openForCall(call);
  await requireOwner(node);
  const switchedOn = await switchServicesOn(node);
  const services = describe(switchedOn);
  await (services.length > 0
    ? printResult(call, { switchedOn }, ["Turned on:", ...services])
    : printResult(call, { switchedOn }, [], ["Nothing is turned off that needs this."]));
}

async function print(
  call: Call,
  { manifest, rows, signatures, unsigned, owner, switchedOff }: Restored,
): Promise<void> {
  const { dataDir } = call.config;
  const { createdAt, contents, missing, keystore } = manifest;
  const services = describe(switchedOff);
  await printResult(
    call,
    { dataDir, createdAt, node: owner, rows, signatures, unsigned, contents, missing, keystore, switchedOff },
    [
      `${dataDir} is the node of ${createdAt}: ${formatCount(rows, "row")}, ${formatCount(contents.count, "file")} ` +
        `of ${formatBytes(contents.bytes)}; the hash of every file was compared, and ${formatCount(signatures, "signature")} of posts and follows ` +
        "checked. Nothing else in a backup is signed.",
      owner && safeText(`Its owner is ${owner.address} (${owner.title}, ${owner.url}).`),
      unsigned > 0 &&
        `${formatCount(unsigned, "post or file", "posts and files")} on the site without a signature: nothing shows who wrote ${unsigned === 1 ? "it" : "them"}.`,
      services.length > 0 && "Turned off, because a backup does not show who made it:",
      ...services,
    ],
    [
      missing.length > 0 &&
        `${formatCount(missing.length, "file")} was missing when the backup was made: ${missing.join(" ")}`,
      `Sessions and tokens are not restored: sign in again, and create new tokens (${program} token create).`,
      !keystore &&
        "The key file was not in the backup: copy yours to this folder, or name it with FREEHOLD_KEYSTORE.",
      owner && `If its address will not be ${owner.url}, notify its followers: ${program} moved https://…`,
      services.length > 0 &&
        `If everything that was turned off is yours, turn it on: ${program} restore --confirm, with the same settings.`,
    ],
  );
}

function describe({ webhooks, mailServer, pushDevices, held }: OutsideServices): string[] {
  const format = (kind: string, text: string) => `  ${kind.padEnd(11)}  ${safeText(text)}`;
  const lines = webhooks.map(({ url, events }) => format("webhook", `${url}, for ${events.join(", ")}`));
  if (mailServer) {
    const { host, port, user } = mailServer;
    lines.push(format("mail server", `${host}:${port}${user === null ? "" : `, as ${user}`}`));
  }
  for (const { service, createdAt } of pushDevices) {
    lines.push(format("push device", `${service}, since ${formatMoment(Date.parse(createdAt))}`));
  }
  for (const { whom, count } of held) lines.push(format("calls", `${whom} (${count})`));
  return lines;
}
