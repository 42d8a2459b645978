import { randomBytes } from "node:crypto";
import { joinNodeUrl, PeerError } from "@freehold/protocol";
import { dayMs } from "@freehold/protocol/internal";
import { z } from "zod";
import type { Context } from "../../context.ts";
import { callOut } from "../../domain/call-out.ts";
import { requireOwner } from "../../domain/profile/owner.ts";
import { readSomeSettings } from "../../domain/settings/settings.ts";
import { type Outcome, outcomeOfPeerError } from "../../jobs/retry.ts";
import type { Reader, Tx } from "../../store/database.ts";
import { readMeta, writeMeta } from "../../store/meta.ts";
import { parsePayload } from "../../store/queues/job-payload.ts";
import { addJobs, type Job, listWaitingJobs } from "../../store/queues/jobs.ts";
import { finishRows } from "../../store/queues/queue-rows.ts";

const changedPages = 1_000; // pages in one message to a search engine
const changedPagesMs = dayMs; // trying to tell a search engine
const keyName = "index_now_key";

/** The key by which search engines recognise the messages of this site; null until it is needed first. */
export function readIndexNowKey(db: Reader): Promise<string | null> {
  return readMeta(db, keyName);
}

/** Queues a message to the search engine about a changed page, if the owner wants that. */
export async function addChangedPage(tx: Tx, url: string, now: number): Promise<void> {
  const { indexNow } = await readSomeSettings(tx, ["indexNow"]);
  if (indexNow === "") return;
  if ((await readIndexNowKey(tx)) === null) await writeMeta(tx, keyName, randomBytes(16).toString("hex"));
  const { host } = new URL(indexNow);
  const expiresAt = now + changedPagesMs;
  await addJobs(tx, [{ kind: "index-now", host, payload: JSON.stringify({ url }), now, expiresAt }]);
}

/** The payload of a job of the kind `index-now`. */
const pagePayload = z.object({ url: z.string() });

/** Job: tells a search engine of a page that changed, and of all others that wait for that, in one call (indexnow.org). */
export async function tellSearchEngine(
  context: Pick<Context, "store" | "clock" | "owner" | "peers">,
  job: Job,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { store, clock } = context;
  const { indexNow: url } = await readSomeSettings(store.db, ["indexNow"]);
  const key = await readIndexNowKey(store.db);
  if (url === "" || key === null) return { result: "refused", reason: "no search engine is told any more" };
  const own = await requireOwner(context);
  const waiting = await listWaitingJobs(store.db, { kind: "index-now", limit: changedPages });
  const others = waiting.filter(({ id }) => id !== job.id);
  const pages = [job, ...others].map((one) => parsePayload(pagePayload, one).url);
  const body = JSON.stringify({
    host: new URL(own.url).host,
    key,
    keyLocation: joinNodeUrl(own.url, `/${key}.txt`),
    urlList: [...new Set(pages)],
  });
  const headers = { "Content-Type": "application/json; charset=utf-8" };
  try {
    await callOut(context, { url, headers, body, ...(signal && { signal }) });
  } catch (error) {
    if (!(error instanceof PeerError)) throw error;
    const { status } = error;
    const isFinal = status !== null && status >= 400 && status < 500 && status !== 429;
    return isFinal ? { result: "refused", reason: `it answered ${status}` } : outcomeOfPeerError(error);
  }
  const ended = others.map(({ id }) => ({ id, state: "done" as const, error: null, at: clock.now() }));
  await store.transaction((tx) => finishRows(tx, "jobs", ended));
  return { result: "done" };
}
