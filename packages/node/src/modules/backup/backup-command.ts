import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { requireFreeName } from "../../blobs/place-file.ts";
import type { Call } from "../../cli/command.ts";
import { describeMissing, formatBytes, formatCount } from "../../cli/format.ts";
import { openForCall } from "../../cli/open-for-call.ts";
import { printResult, trackProgress } from "../../cli/terminal.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { nameOwnBackup, noteBackup } from "./daily.ts";
import { writeBackup } from "./write.ts";

/** `freehold backup`: writes everything of the node into one file, while the node runs. */
export async function backup(call: Call): Promise<void> {
  const { config, flags } = call;
  const signal = call.stopSignal();
  await using node = await openForCall(call);
  const given = resolve(call.arguments[0] ?? join(config.dataDir, "backups"));
  const path = await choosePath(given, node.clock.now());
  const file = flags["with-keystore"] ? await requireKeystore(config.keystore) : null;
  const onProgress = trackProgress(call.terminal, "Backing up");
  const { size, manifest } = await writeBackup(node, { path, keystore: file, signal, onProgress }).finally(
    () => call.terminal.status(""),
  );
  await noteBackup(node, node.clock.now());
  const { rows, contents, missing, keystore, createdAt } = manifest;
  await printResult(
    call,
    { path, size, createdAt, rows, contents, missing, keystore },
    [
      `${path}  ${formatBytes(size)}: ${formatCount(rows.publications ?? 0, "post or file", "posts and files")}; ` +
        `${formatCount(contents.count, "stored file")} with ${formatBytes(contents.bytes)}.`,
    ],
    [
      describeMissing(missing),
      keystore
        ? "Keep this file private: it contains your key file, encrypted with your password, and settings and drafts that are not encrypted."
        : "Keep this file private: settings and drafts in it are not encrypted. Your key is not included; add it with --with-keystore.",
    ],
  );
}

async function choosePath(given: string, now: number): Promise<string> {
  const found = await stat(given).catch(() => null);
  const isFolder = found?.isDirectory() ?? !/\.[a-z]+$/i.test(given);
  const path = isFolder ? join(given, nameOwnBackup(now)) : given;
  await requireFreeName(path);
  return path;
}

async function requireKeystore(path: string): Promise<string> {
  if (await stat(path).catch(() => null)) return path;
  throw new AppError("NO_KEYSTORE", msg`There is no key file at ${path} for --with-keystore.`);
}
