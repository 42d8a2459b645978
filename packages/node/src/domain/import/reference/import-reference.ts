import { type Address, parseAddress } from "@freehold/protocol";
import { AppError } from "../../../errors/errors.ts";
import { insertImport, isImported } from "../../../store/imports.ts";
import { updateProfile } from "../../../store/profiles.ts";
import { limits } from "../../limits.ts";
import { setAvatar } from "../../profile/avatar.ts";
import { requireOwner } from "../../profile/owner.ts";
import { checkSettings, writeSettings } from "../../settings/settings.ts";
import type { ImportOptions, ImportRun } from "../import-run.ts";
import { importReferenceComments } from "./comments.ts";
import { importReferenceConnections } from "./connections.ts";
import { importReferencePublications } from "./publications.ts";
import { type ReferenceFolder, type ReferenceNode, type ReferenceRow, textOf } from "./reference-folder.ts";

/**
 * Imports the data of an epress node: profile, settings, follows, publications with their proofs, comments. Every hash and
 * signature is checked again; damaged rows are set aside.
 *
 * @throws AppError IMPORT_INVALID for another owner's folder or a damaged database; the signal's reason
 */
export async function importReference(
  run: ImportRun,
  folder: ReferenceFolder,
  { onProgress }: Pick<ImportOptions, "onProgress">,
): Promise<void> {
  const nodes = readNodes(run, folder);
  await importProfile(run, folder, nodes.self);
  await importReferenceConnections(run, folder, nodes.urls);
  const ids = await importReferencePublications(run, folder, onProgress);
  await importReferenceComments(run, folder, ids);
}

function readNodes(run: ImportRun, folder: ReferenceFolder) {
  const urls = new Map<Address, ReferenceNode>();
  let self: ReferenceRow | null = null;
  for (const row of folder.rows("nodes")) {
    const address = parseAddress(textOf(row.address) ?? "");
    if (row.is_self === 1) self = row;
    const url = textOf(row.url);
    if (address && url)
      urls.set(address, { url, title: textOf(row.title) ?? url, description: textOf(row.description) });
  }
  const owner = parseAddress(textOf(self?.address) ?? "");
  if (self === null || owner === null)
    throw new AppError("IMPORT_INVALID", "The folder does not say whose it is.");
  if (owner !== run.self) {
    const sentence = `The folder is ${owner}'s, and this node is ${run.self}'s: what is signed stays theirs.`;
    throw new AppError("IMPORT_INVALID", sentence);
  }
  return { self, urls };
}

const settingNames = {
  enable_rss: "enableRss",
  allow_follow: "allowFollow",
  allow_comment: "allowComment",
  default_language: "defaultLanguage",
  default_theme: "defaultTheme",
} as const;

/** Fills in what the profile lacks, and takes the settings over, once. */
async function importProfile(run: ImportRun, folder: ReferenceFolder, self: ReferenceRow): Promise<void> {
  const { context, report } = run;
  const key = { format: run.format, key: "profile and settings" };
  const values = new Map<string, string>();
  for (const row of folder.rows("settings")) values.set(textOf(row.key) ?? "", textOf(row.value) ?? "");
  const isNew = !(await isImported(context.store.db, key));
  const changes: Record<string, unknown> = {};
  for (const [name, ours] of Object.entries(settingNames)) {
    const value = values.get(name);
    if (value === undefined) continue;
    const change = { [ours]: name.startsWith("default_") ? value : value === "true" };
    try {
      checkSettings(change);
      Object.assign(changes, change);
      report.count("settings", isNew);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      report.note(`setting ${name}`, error.message);
    }
  }
  if (run.dryRun || !isNew) return;
  const own = await requireOwner(context);
  const description = textOf(self.description)?.replaceAll("\0", "").trim() ?? "";
  await context.store.transaction(async (tx) => {
    await writeSettings(tx, checkSettings(changes));
    if (own.description === null && description !== "" && [...description].length <= limits.descriptionLength)
      await updateProfile(tx, own.address, { description });
    await insertImport(tx, { ...key, publicationId: null, announce: 0, importedAt: context.clock.now() });
  });
  const avatar = /^data:image\/[a-z+.-]+;base64,(.+)$/s.exec(values.get("avatar") ?? "")?.[1];
  if (avatar === undefined || own.avatarHash !== null) return;
  await setAvatar(context, Buffer.from(avatar, "base64")).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    report.note("avatar", error.message);
  });
}
