import { PeerError } from "@freehold/protocol";
import { z } from "zod";
import type { Context } from "../../../context.ts";
import { limits } from "../../../domain/limits.ts";
import { hasCode } from "../../../errors/errors.ts";
import { type Outcome, outcomeOfPeerError } from "../../../jobs/retry.ts";
import { findPublication } from "../../../store/publications/publications.ts";
import { parsePayload } from "../../../store/queues/job-payload.ts";
import type { Job } from "../../../store/queues/jobs.ts";
import {
  deleteSentMention,
  findSentMention,
  listSentMentions,
  type SentMention,
  updateSentMention,
} from "../store/mentions.ts";
import { fetchPage, isForNow, requireAnswer } from "./fetch-page.ts";

type SendContext = Pick<Context, "store" | "clock" | "peers" | "foreign">;

/** The payload of a job of the kind `mention-out`. */
const sendPayload = z.object({ sentMentionId: z.int() });

/** Job: finds where a page takes mentions, and tells it of the post that links to it (Webmention 3.1). */
export async function sendMention(context: SendContext, job: Job, signal?: AbortSignal): Promise<Outcome> {
  const { store, clock } = context;
  const { sentMentionId: id } = parsePayload(sendPayload, job);
  const mention = await findSentMention(store.db, id);
  if (mention?.state !== "waiting") return { result: "refused", reason: "nothing waits for this any more" };
  const sent = await trySending(context, mention, signal);
  const { outcome, ...result } = sent;
  await store.transaction(async (tx) => {
    const isOver = outcome.result !== "later";
    if (isOver && !(await findPublication(tx, mention.publicationId))) await deleteSentMention(tx, id);
    else await updateSentMention(tx, id, { ...result, updatedAt: clock.now() });
  });
  return outcome;
}

type Sent = Pick<SentMention, "state"> & Partial<SentMention> & { outcome: Outcome };

async function trySending(context: SendContext, mention: SentMention, signal?: AbortSignal): Promise<Sent> {
  try {
    const fetched = await fetchPage(context, { url: mention.target, signal });
    requireAnswer(fetched);
    const { page, headers } = fetched;
    const read = { page, link: headers.link ?? "" };
    const endpoint = await context.foreign.read("endpoint", read, { from: new URL(page.url).host });
    if (endpoint === null) return { state: "none", problem: null, outcome: { result: "done" } };
    return await postMention(context, { endpoint, ...mention, ...(signal && { signal }) });
  } catch (error) {
    if (hasCode(error, "DOCUMENT_UNREADABLE")) {
      const problem = "the page can't be read";
      return { state: "failed", problem, outcome: { result: "refused", reason: problem } };
    }
    if (!(error instanceof PeerError)) throw error;
    const outcome = outcomeOfPeerError(error);
    const problem = outcome.result === "done" ? null : outcome.reason;
    return { state: outcome.result === "later" ? "waiting" : "failed", problem, outcome };
  }
}

/** Posts a mention to the endpoint of a page (Webmention 3.1.3), and again where the endpoint redirects. @throws PeerError */
export async function postMention(
  { peers }: Pick<Context, "peers">,
  {
    endpoint,
    source,
    target,
    signal,
  }: { endpoint: string; source: string; target: string; signal?: AbortSignal },
): Promise<Sent> {
  const reply = await peers.send({
    method: "POST",
    url: endpoint,
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ source, target }).toString(),
    repeatsWrites: true,
    maxBytes: limits.callOutBytes,
    deadlineMs: limits.callOutMs,
    ...(signal && { signal }),
  });
  await reply.body[Symbol.asyncIterator]().return?.();
  const { status } = reply;
  if (isForNow(status)) throw new PeerError("refused", "The endpoint accepts nothing now.", { status });
  if (status < 200 || status > 299) {
    const problem = `it answered ${status}`;
    return { state: "failed", status, problem, outcome: { result: "refused", reason: problem } };
  }
  // Some answer 202 where the text of the standard has 201.
  const receipt = status === 201 || status === 202 ? readLocation(reply) : null;
  const isHttps = receipt?.protocol === "https:";
  return {
    state: "sent",
    status,
    problem: null,
    receipt: isHttps ? receipt.href : null,
    outcome: { result: "done" },
  };
}

function readLocation({
  headers,
  url,
}: {
  headers: Readonly<Record<string, string>>;
  url: string;
}): URL | null {
  return headers.location === undefined ? null : URL.parse(headers.location, url);
}

/** A mention that was sent to a page, for the owner. */
export type SentMentionView = Omit<SentMention, "publicationId" | "updatedAt"> & {
  readonly updatedAt: string;
};

/** The mentions that were sent to the pages that a post links to, in the order of its links. */
export async function readSentMentions(
  { store }: Pick<Context, "store">,
  publicationId: number,
): Promise<SentMentionView[]> {
  const rows = await listSentMentions(store.db, publicationId);
  return rows.map(({ publicationId: _, updatedAt, ...row }) => ({
    ...row,
    updatedAt: new Date(updatedAt).toISOString(),
  }));
}
