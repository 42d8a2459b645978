import { basename, resolve } from "node:path";
import { formatManifestStatement } from "@freehold/protocol";
import type { Context } from "../context.ts";
import { readKeystore } from "../domain/access/keystore.ts";
import type { Signer } from "../domain/access/signer.ts";
import { nameExport } from "../domain/export/download.ts";
import { writeSignature } from "../domain/export/manifest.ts";
import { archiveKindOf, packFolder } from "../domain/export/pack.ts";
import { writeExport } from "../domain/export/write.ts";
import { requireOwner } from "../domain/profile/owner.ts";
import { verifierFiles } from "../http/site/verifier.ts";
import type { Call } from "./command.ts";
import { describeMissing, formatCount } from "./format.ts";
import { unlockOwner } from "./keys.ts";
import { openForCall } from "./open-for-call.ts";
import { printResult } from "./terminal.ts";

/** `freehold export [FOLDER|FILE]`: writes what belongs to the owner into plain files, or packs them into one file. */
export async function exportNode(call: Call): Promise<void> {
  const { terminal, flags } = call;
  const signal = call.stopSignal();
  const withPrivate = flags.private === true;
  await using node = await openForCall(call);
  const target = resolve(call.arguments[0] ?? `${nameExport(node)}.tar.gz`);
  const kind = archiveKindOf(target);
  using signer = await openSigner(call, node);
  const folder = kind === null ? target : `${target}.files`;
  const onProgress = (done: number) => {
    if (terminal.showsProgress && done % 100 === 0)
      terminal.status(`Exporting  ${formatCount(done, "publication")}`);
  };
  const options = { folder, withPrivate, verifier: verifierFiles(), onProgress, signal };
  const { statement, ...manifest } = await writeExport(node, options).finally(() => terminal.status(""));
  if (signer) await writeSignature(folder, statement, signer.signText(formatManifestStatement(statement)));
  if (kind !== null) {
    const name = basename(target).replace(/\.(?:tar\.gz|tgz|zip)$/i, "");
    await packFolder(folder, target, { name, kind, signal });
  }
  const { publications, connections, comments, missing, exportedAt } = manifest;
  const signedBy = signer?.address ?? null;
  await printResult(
    call,
    {
      ...(kind === null ? { folder: target } : { file: target }),
      ...{ exportedAt, private: withPrivate, publications, connections, comments, missing },
      ...{ files: statement.files, signedBy },
    },
    [
      `${target}: ${formatCount(publications, "publication")}, ${formatCount(connections, "follow")} and ` +
        `${formatCount(comments, "comment")}.`,
      signedBy && `Signed by ${signedBy}.`,
    ],
    [
      describeMissing(missing),
      signedBy === null &&
        "It is not signed: there is no keystore, or nobody to ask for its password. It can still be checked for changes.",
      withPrivate
        ? "It is a secret: drafts and mail addresses of commenters are in it."
        : "Drafts are not in it (--private takes them along). It is no backup: freehold backup makes one.",
    ],
  );
}

/** The owner's key, where there is a keystore and a password for it; null for an export without a signature. */
async function openSigner(call: Call, node: Pick<Context, "owner">): Promise<Signer | null> {
  const { config, terminal, flags } = call;
  if (flags.unsigned || (await readKeystore(config.keystore)) === null) return null;
  if (config.keystorePasswordFile === null && !terminal.input.isTTY) return null;
  return await unlockOwner(call, (await requireOwner(node)).address);
}
