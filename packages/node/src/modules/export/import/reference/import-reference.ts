import type { ReferenceFolder, ReferenceRow } from "@freehold/import";
import { type Address, parseAddress } from "@freehold/protocol";
import { program } from "../../../../config/program.ts";
import { limits } from "../../../../domain/limits.ts";
import { setAvatar } from "../../../../domain/profile/avatar.ts";
import { addEarlierUrl } from "../../../../domain/profile/own-addresses.ts";
import { requireOwner } from "../../../../domain/profile/owner.ts";
import { settingOf } from "../../../../domain/settings/setting-table.ts";
import { checkSettings, readSettings, writeSettings } from "../../../../domain/settings/settings.ts";
import { AppError, msg } from "../../../../errors/errors.ts";
import { type Profile, updateProfile } from "../../../../store/peers/profiles.ts";
import { insertImport, isImported } from "../../../../store/publications/imports.ts";
import type { ImportOptions, ImportRun } from "../import-run.ts";
import { importReferenceComments } from "./comments.ts";
import { importReferenceConnections } from "./connections.ts";
import { importReferencePublications } from "./publications.ts";
import { type ReferenceNode, textOf } from "./row-fields.ts";

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
  const nodes = await readNodes(run, folder);
  await importProfile(run, folder, nodes.self);
  const url = textOf(nodes.self.url);
  if (url !== null && !run.dryRun && url !== (await requireOwner(run.context)).url)
    await run.context.store.transaction((tx) => addEarlierUrl(tx, url));
  await importReferenceConnections(run, folder, nodes.urls);
  const ids = await importReferencePublications(run, folder, {
    nodeUrl: url,
    onProgress,
  });
  await importReferenceComments(run, folder, ids);
}

/** The row of the node itself, with its owner. @throws AppError IMPORT_INVALID */
async function readSelf(folder: ReferenceFolder): Promise<{ owner: Address; self: ReferenceRow }> {
  for await (const self of folder.rows("nodes")) {
    const owner = self.is_self === 1 ? parseAddress(textOf(self.address) ?? "") : null;
    if (owner) return { owner, self };
  }
  throw new AppError("IMPORT_INVALID", "The folder does not name its owner.");
}

async function readNodes(run: ImportRun, folder: ReferenceFolder) {
  const { owner, self } = await readSelf(folder);
  if (owner !== run.self) {
    const sentence = msg`The folder belongs to ${owner}, and this node to ${run.self}: signed posts belong to their key.`;
    throw new AppError("IMPORT_INVALID", sentence);
  }
  const urls = new Map<Address, ReferenceNode>();
  for await (const row of folder.rows("nodes")) {
    const address = parseAddress(textOf(row.address) ?? "");
    const url = textOf(row.url);
    if (address && url)
      urls.set(address, { url, title: textOf(row.title) ?? url, description: textOf(row.description) });
  }
  return { self, urls };
}

/** Tells what to do if the node has no owner yet: the folder has no key, because an epress owner signs with a wallet. */
export async function explainInstallation(folder: ReferenceFolder): Promise<AppError> {
  const { owner, self } = await readSelf(folder);
  const quoted = (value: string | null, otherwise: string) =>
    `'${(value?.replace(/[\p{C}\s]+/gu, " ").trim() || otherwise).replaceAll("'", "'\\''")}'`;
  const url = quoted(textOf(self.url), "https://…");
  const title = quoted(textOf(self.title), "My node");
  return new AppError(
    "NOT_INSTALLED",
    msg`The folder is ${owner}'s, and nobody owns this node yet. Either run\n  ${program} init --url ${url} --title ${title} --private-key-file FILE\nwith the private key of that address in FILE, or run ${program} start, open the address that it prints, and set the node up with the wallet of that address. Then import the folder.`,
  );
}

const settingNames = {
  enable_rss: "enableRss",
  allow_follow: "allowFollow",
  allow_comment: "allowComment",
  default_language: "defaultLanguage",
  default_theme: "defaultTheme",
  walletconnect_projectid: "walletConnectProjectId",
} as const;

type OwnName = (typeof settingNames)[keyof typeof settingNames];

/** Adds notes about data of an epress node that is not imported. */
function noteWhatStays(
  { report }: ImportRun,
  { own, self }: { own: Pick<Profile, "title">; self: ReferenceRow },
  values: ReadonlyMap<string, string>,
): void {
  const title = textOf(self.title);
  if (title !== null && title !== own.title)
    report.note(
      "title",
      `Its name is “${title}” there and “${own.title}” here. ${program} profile update --title changes it.`,
    );
  if (values.get("background")?.startsWith("data:"))
    report.note("background", "The background picture of its pages was not imported.");
  if (hasSome(values.get("notification_subscriptions")))
    report.note("notifications", "Notifications must be turned on again in each browser.");
}

/** Whether a value is JSON that is not empty. */
function hasSome(json: string | undefined): boolean {
  return json !== undefined && !/^(?:|null|\[\s*\]|\{\s*\})$/.test(json.trim());
}

/** Fills in missing fields of the profile, and imports settings that still have their defaults here, once. */
async function importProfile(run: ImportRun, folder: ReferenceFolder, self: ReferenceRow): Promise<void> {
  const { context, report } = run;
  const key = { format: run.format, key: "profile and settings" };
  const values = new Map<string, string>();
  for await (const row of folder.rows("settings")) values.set(textOf(row.key) ?? "", textOf(row.value) ?? "");
  const isNew = !(await isImported(context.store.db, key));
  const own = await requireOwner(context);
  noteWhatStays(run, { own, self }, values);
  const current = await readSettings(context);
  const changes: Record<string, unknown> = {};
  for (const [name, ours] of Object.entries(settingNames) as [string, OwnName][]) {
    const written = values.get(name);
    if (written === undefined || written === "") continue;
    const value = typeof settingOf(ours).default === "boolean" ? written === "true" : written;
    if (current[ours] !== settingOf(ours).default && isNew) {
      if (current[ours] !== value) report.note(`setting ${name}`, "This site's own setting was kept.");
      continue;
    }
    const change = { [ours]: value };
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
