import { secondMs } from "@freehold/protocol/internal";
import { z } from "zod";
import { version } from "../config/version.ts";
import type { Context } from "../context.ts";
import type { Reader } from "../store/database.ts";
import { readMeta, writeMeta } from "../store/meta.ts";
import { limits } from "./limits.ts";

const releaseReplyMs = 15 * secondMs; // the answer to the question for a newer version

/** The page with the notes on each release. */
export const releasesPage = "https://github.com/freehold-ewp/freehold/releases";

/** No backup includes this value (`belongsInBackup`). */
const key = "releases";
const knownSchema = z.object({ askedAt: z.number(), newest: z.string().nullable() });
type Known = z.infer<typeof knownSchema>;

// GitHub, Gitea and Forgejo name the tag of a release; a package registry names the version.
const replySchema = z.union([
  z.object({ tag_name: z.string() }).transform(({ tag_name }) => tag_name),
  z.object({ version: z.string() }).transform(({ version }) => version),
]);

/**
 * Makes the hourly maintenance task that asks for a newer version once a week. The first run of a process asks nobody, so a
 * node that runs for less than an hour makes no call.
 */
export function createReleaseCheck(): (
  context: Parameters<typeof askForNewerVersion>[0],
  signal?: AbortSignal,
) => Promise<void> {
  let isFirst = true;
  return async (context, signal) => {
    if (!isFirst) await askForNewerVersion(context, signal);
    isFirst = false;
  };
}

/**
 * Asks `FREEHOLD_RELEASES_URL` for the newest version, once a week at most and if it is not `off`. The request says nothing
 * of this node or its owner. A call that fails is not repeated before the next week.
 */
export async function askForNewerVersion(
  context: Pick<Context, "config" | "store" | "peers" | "clock" | "log">,
  signal?: AbortSignal,
): Promise<void> {
  const { config, store, clock, log } = context;
  if (config.releasesUrl === null) return;
  const now = clock.now();
  const known = await readKnown(store.db);
  // A time from the future was written by a wrong clock.
  if (known && known.askedAt <= now && now - known.askedAt < limits.releaseCheckMs) return;
  const save = (newest: string | null) =>
    store.transaction((tx) => writeMeta(tx, key, JSON.stringify({ askedAt: now, newest })));
  await save(known?.newest ?? null);
  const newest = await fetchNewest(context, config.releasesUrl, signal).catch((error: unknown) => {
    log.debug({ err: error }, "the newest version could not be asked for");
    return null;
  });
  if (newest !== null) await save(newest);
}

/** @returns a plain version, `1.2.3`; null for any other answer. @throws PeerError, or an error for a broken text */
async function fetchNewest(
  { peers }: Pick<Context, "peers">,
  url: string,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  const reply = await peers.send({
    method: "GET",
    url,
    // It replaces the header that names this node's address.
    headers: { "User-Agent": "Freehold", accept: "application/json" },
    maxBytes: limits.releaseReplyBytes,
    deadlineMs: releaseReplyMs,
    ...(signal && { signal }),
  });
  const text = Buffer.concat(await Array.fromAsync(reply.body)).toString("utf8");
  if (reply.status !== 200) return null;
  const said = replySchema.safeParse(JSON.parse(text)).data ?? "";
  return /^v?(\d{1,5}\.\d{1,5}\.\d{1,5})$/.exec(said)?.[1] ?? null;
}

/** The newest version of Freehold, if it is newer than this one; null if none is known or the check is switched off. */
export async function readNewerVersion({
  config,
  store,
}: Pick<Context, "config" | "store">): Promise<string | null> {
  if (config.releasesUrl === null) return null;
  const newest = (await readKnown(store.db))?.newest ?? null;
  return newest !== null && isNewer(newest, version) ? newest : null;
}

async function readKnown(db: Reader): Promise<Known | null> {
  const text = await readMeta(db, key);
  return text === null ? null : knownSchema.parse(JSON.parse(text));
}

/** Whether the plain version `one` comes after `other`, which may have a suffix: 1.0.0 comes after 1.0.0-beta. */
export function isNewer(one: string, other: string): boolean {
  const [plain = "", suffix] = other.split("-", 2);
  const [mine, theirs] = [one, plain].map((text) => text.split(".").map(Number));
  const changed = mine?.findIndex((number, at) => number !== theirs?.[at]) ?? -1;
  return changed === -1 ? suffix !== undefined : Number(mine?.[changed]) > Number(theirs?.[changed]);
}
