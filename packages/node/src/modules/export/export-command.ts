import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { formatManifestStatement } from "@freehold/protocol";
import { requireFreeName } from "../../blobs/place-file.ts";
import { argumentAt, type Call, textOf } from "../../cli/command.ts";
import { describeMissing, formatCount } from "../../cli/format.ts";
import { unlockOwner } from "../../cli/keys.ts";
import { openForCall } from "../../cli/open-for-call.ts";
import { printResult } from "../../cli/terminal.ts";
import { program } from "../../config/program.ts";
import type { Context } from "../../context.ts";
import { readKeystore } from "../../domain/access/keystore.ts";
import type { Signer } from "../../domain/access/signer.ts";
import { requireOwner } from "../../domain/profile/owner.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { verifierFiles } from "../../http/site/apps/verifier.ts";
import { nameExport } from "./archive/download.ts";
import { writeSignature } from "./archive/manifest.ts";
import { archiveKindOf, packFolder, partOf } from "./archive/pack.ts";
import { writeExport } from "./archive/write.ts";

/** `freehold export [FOLDER|FILE]`: writes what belongs to the owner into plain files, or packs them into one file. */
export async function exportNode(call: Call): Promise<void> {
  const { terminal, flags } = call;
  const signal = call.stopSignal();
  const withPrivate = flags.private === true;
  if (flags.static) return await exportStatic(call);
  if (flags.url !== undefined) throw new AppError("USAGE", msg`--url belongs to ${program} export --static.`);
  await using node = await openForCall(call);
  const target = resolve(call.arguments[0] ?? `${nameExport(node)}.tar.gz`);
  const kind = archiveKindOf(target);
  using signer = await openSigner(call, node);
  const folder = kind === null ? target : `${target}.files`;
  const replace = flags.force === true;
  if (kind !== null) {
    await requireFreeName(target, { replace });
    // An export that was interrupted has left both.
    if (!existsSync(folder)) await requireFreeName(partOf(target));
  }
  const onProgress = (done: number) => {
    if (terminal.showsProgress && done % 100 === 0)
      terminal.status(`Exporting  ${formatCount(done, "post or file", "posts and files")}`);
  };
  const options = { folder, withPrivate, verifier: verifierFiles(), onProgress, signal };
  const { statement, ...manifest } = await writeExport(node, options).finally(() => terminal.status(""));
  if (signer) await writeSignature(folder, statement, signer.signText(formatManifestStatement(statement)));
  if (kind !== null) {
    const name = basename(target).replace(/\.(?:tar\.gz|tgz|zip)$/i, "");
    await packFolder(folder, target, { name, kind, replace, signal });
  }
  const { publications, connections, comments, missing, exportedAt } = manifest;
  const signedBy = signer?.address ?? null;
  await printResult(
    call,
    {
      ...(kind === null ? { folder: target } : { file: target }),
      exportedAt,
      private: withPrivate,
      publications,
      connections,
      comments,
      missing,
      files: statement.files,
      signedBy,
    },
    [
      `${target}: ${formatCount(publications, "post or file", "posts and files")}, ${formatCount(connections, "follow")} and ` +
        `${formatCount(comments, "comment")}.`,
      signedBy && `Signed by ${signedBy}.`,
    ],
    [
      describeMissing(missing),
      signedBy === null &&
        "The export is not signed: the key file or its password is missing. It can still be checked for changes.",
      withPrivate
        ? "Keep this file private: it contains drafts and email addresses of commenters."
        : `Drafts are not included (add them with --private). It is not a backup: use ${program} backup for that.`,
    ],
  );
}

/** `freehold export --static FOLDER`: writes the public site as files for any web server. */
async function exportStatic(call: Call): Promise<void> {
  const { terminal, flags } = call;
  if (flags.private)
    throw new AppError("USAGE", "--private and --static exclude each other: a site is public.");
  const folder = resolve(argumentAt(call, 0));
  const signal = call.stopSignal();
  const url = textOf(call, "url");
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new AppError("USAGE", "--url is the address of the site: https://…");
  await using node = await openForCall(call);
  using signer = await openSigner(call, node);
  const { signAnew } = await import("./static/prepare-site.ts");
  const { writeStaticSite } = await import("./static/write-site.ts");
  const onProgress = (files: number) => {
    if (terminal.showsProgress && files % 20 === 0) terminal.status(`Writing  ${formatCount(files, "file")}`);
  };
  const made = await writeStaticSite(node, { folder, url, onProgress, signal }).finally(() =>
    terminal.status(""),
  );
  const { statement, ...counts } = made;
  const signedBy = signer ? await signAnew(folder, statement, signer) : null;
  await printResult(
    call,
    { folder, ...counts, signedBy },
    [
      `${folder}: ${formatCount(counts.files, "file")}, of which ${counts.written} changed and ${counts.removed} were removed.`,
      signedBy && `Signed by ${signedBy}.`,
    ],
    [
      signedBy === null && "The list of files is not signed. It can still be checked for changes.",
      !counts.hasSearch && "It has no search, because pagefind does not run on this machine.",
      "Any web server can serve it, also below a path. verify.html in it checks all of it.",
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
