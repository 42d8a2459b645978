import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { formatManifestStatement, readManifestStatement } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { type OpenDownload, openPacked } from "../backup/download.ts";
import { limits } from "../limits.ts";
import { writeJson } from "./files.ts";
import { writeSignature } from "./manifest.ts";
import { packFolder } from "./pack.ts";
import type { writeExport } from "./write.ts";

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

/**
 * Writes an export into the data folder, which the owner's wallet signs later. It replaces an unsigned one.
 *
 * @throws what `writeExport` throws: ENOSPC for a full disk, the signal's reason
 */
export async function prepareExport(
  context: Parameters<typeof writeExport>[0] & Pick<Context, "config">,
  options: Pick<Parameters<typeof writeExport>[1], "withPrivate" | "verifier" | "signal">,
): Promise<UnsignedExport> {
  const all = folderOf(context);
  await rm(all, { recursive: true, force: true });
  try {
    // Maintenance needs neither of them.
    const [{ nameExport }, { writeExport }] = await Promise.all([
      import("./download.ts"),
      import("./write.ts"),
    ]);
    const id = nameExport(context);
    const { statement } = await writeExport(context, { ...options, folder: join(all, id) });
    const unsigned = { id, message: formatManifestStatement(statement), files: statement.files };
    await writeJson(join(all, statementName), unsigned);
    return unsigned;
  } catch (error) {
    await rm(all, { recursive: true, force: true });
    throw error;
  }
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
  const all = folderOf(context);
  const text = await readFile(join(all, statementName), "utf8").catch(() => "null");
  const prepared = JSON.parse(text) as UnsignedExport | null;
  const statement = prepared?.id === id ? readManifestStatement(prepared.message) : null;
  if (statement === null)
    throw new AppError("NOT_FOUND", "This export is not there any more. Have it prepared again.");
  const folder = join(all, id);
  await writeSignature(folder, statement, signature);
  try {
    const path = `${folder}.tar.gz`;
    await packFolder(folder, path, { name: id, kind: "tar.gz", signal });
    return await openPacked({ path, missing: 0 });
  } finally {
    await rm(all, { recursive: true, force: true });
  }
}

/** Removes an export that nobody signed. */
export async function sweepUnsignedExport(context: Pick<Context, "config">): Promise<void> {
  const found = await stat(join(folderOf(context), statementName)).catch(() => null);
  if (found && Date.now() - found.mtimeMs > limits.unsignedExportMs)
    await rm(folderOf(context), { recursive: true, force: true });
}
