import { randomUUID } from "node:crypto";
import { readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { formatManifestStatement, readManifestStatement } from "@freehold/protocol";
import { hourMs, minuteMs } from "@freehold/protocol/internal";
import { z } from "zod";
import { createTemporaryFolder } from "../../../blobs/files.ts";
import type { Context } from "../../../context.ts";
import { type OpenDownload, openPacked } from "../../../domain/files/download.ts";
import { AppError } from "../../../errors/errors.ts";
import { writeJson } from "./files.ts";
import { writeSignature } from "./manifest.ts";
import { packFolder } from "./pack.ts";
import type { writeExport } from "./write.ts";

const replacedExportMs = 5 * minuteMs; // an export that waits for a wallet when another one is prepared
const unsignedExportMs = hourMs; // an export that waits for the signature of a wallet

/** An export that waits for its owner's signature. */
export interface UnsignedExport {
  /** Its id; the signature refers to it. */
  readonly id: string;
  /** The text that the owner signs with `personal_sign`. */
  readonly message: string;
  readonly files: number;
}

const statementName = "statement.json";
const folderOf = ({ config }: { config: Pick<Context["config"], "dataDir"> }) =>
  join(config.dataDir, "unsigned-export");
const temporaryOf = (context: Pick<Context, "config">) =>
  createTemporaryFolder(join(folderOf(context), "tmp"));

/**
 * Writes an export into the data folder, which the owner's wallet signs later. It replaces unsigned ones that are older than a
 * few minutes: a younger one may be at its wallet.
 *
 * @throws what `writeExport` throws: ENOSPC for a full disk, the signal's reason
 */
export async function prepareExport(
  context: Parameters<typeof writeExport>[0] & Pick<Context, "config">,
  options: Pick<Parameters<typeof writeExport>[1], "withPrivate" | "verifier" | "signal">,
): Promise<UnsignedExport> {
  // Maintenance needs neither of them.
  const [{ nameExport }, { writeExport }] = await Promise.all([
    import("./download.ts"),
    import("./write.ts"),
  ]);
  const name = nameExport(context);
  const id = `${name}-${randomUUID().slice(0, 8)}`;
  await using folder = await temporaryOf(context);
  const { statement } = await writeExport(context, { ...options, folder: join(folder.path, name) });
  const unsigned = { id, message: formatManifestStatement(statement), files: statement.files };
  await writeJson(join(folder.path, statementName), { ...unsigned, name });
  await folder.moveTo(join(folderOf(context), id));
  await removeOlder(context, replacedExportMs);
  return unsigned;
}

/**
 * Adds the owner's signature to a prepared export, and packs it for a download. It leaves nothing on the disk.
 *
 * @throws AppError NOT_FOUND where it was removed, VALIDATION_FAILED for a signature that is not the owner's; ENOSPC,
 *   the signal's reason
 */
export async function openSignedExport(
  context: Pick<Context, "config">,
  { id, signature, signal }: { id: string; signature: string; signal: AbortSignal },
): Promise<OpenDownload> {
  const gone = new AppError("NOT_FOUND", "This export no longer exists. Prepare it again.");
  if (!/^freehold-export-[\w-]{1,80}$/.test(id)) throw gone;
  const prepared = join(folderOf(context), id);
  const { data } = statementSchema.safeParse(
    JSON.parse(await readFile(join(prepared, statementName), "utf8").catch(() => "null")),
  );
  const statement = data ? readManifestStatement(data.message) : null;
  if (!data || statement === null) throw gone;
  await writeSignature(join(prepared, data.name), statement, signature);
  await using folder = await temporaryOf(context);
  const taken = join(folder.path, id);
  // Only one of two requests with the signature gets it.
  await rename(prepared, taken).catch(() => {
    throw gone;
  });
  const path = join(folder.path, `${data.name}.tar.gz`);
  await packFolder(join(taken, data.name), path, { name: data.name, kind: "tar.gz", signal });
  return await openPacked({ path, missing: 0 });
}

const statementSchema = z.object({ name: z.string().regex(/^[\w-]+$/), message: z.string() });

/** Removes exports that nobody signed. */
export async function sweepUnsignedExport(context: Pick<Context, "config">): Promise<void> {
  await removeOlder(context, unsignedExportMs);
}

async function removeOlder(context: Pick<Context, "config">, ageMs: number): Promise<void> {
  const all = folderOf(context);
  const names = await readdir(all).catch(() => []);
  for (const name of names.filter((one) => one !== "tmp")) {
    const found = await stat(join(all, name)).catch(() => null);
    if (found && Date.now() - found.mtimeMs > ageMs)
      await rm(join(all, name), { recursive: true, force: true });
  }
}
