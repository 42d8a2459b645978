import { joinNodeUrl } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { readMarkdown } from "../../domain/contents/read-markdown.ts";
import { limits } from "../../domain/limits.ts";
import type { OwnProfile } from "../../domain/profile/owner.ts";
import { readSiteVersions } from "../../domain/publications/texts/versions.ts";
import { pageOf } from "../../domain/publications/view.ts";
import { readSomeSettings } from "../../domain/settings/settings.ts";
import type { Outcome } from "../../jobs/retry.ts";
import { findContent } from "../../store/contents.ts";
import { findPublication, type Publication } from "../../store/publications/publications.ts";
import { parsePayload } from "../../store/queues/job-payload.ts";
import type { Job } from "../../store/queues/jobs.ts";
import { announcement } from "./announce-change.ts";
import { addFeedDeliveries } from "./deliver-feed.ts";
import { addChangedPage } from "./index-now.ts";
import { addMentions, findExternalLinks } from "./mentions/external-links.ts";
import { listSentMentions } from "./store/mentions.ts";

type AnnounceContext = Pick<Context, "store" | "owner" | "clock" | "config" | "blobs">;

/** Job: makes the rows that tell others of a change. A node that others can't reach tells nobody. */
export async function announcePublication(context: AnnounceContext, job: Job): Promise<Outcome> {
  const { store } = context;
  const { publicationId, path } = parsePayload(announcement, job);
  const own = await context.owner.get();
  if (!own || !isReachable(own.url, context)) return { result: "done", reached: false };
  const publication = await findPublication(store.db, publicationId);
  const { sendMentions } = await readSomeSettings(store.db, ["sendMentions"]);
  const now = context.clock.now();
  await store.transaction(async (tx) => {
    await addFeedDeliveries(tx, now);
    await addChangedPage(tx, joinNodeUrl(own.url, path), now);
  });
  if (sendMentions) await mentionLinks(context, own, { publicationId, publication });
  return { result: "done", reached: false };
}

/** Whether others can read this node's pages: it has an https address that is not on this machine. */
function isReachable(url: string, { config }: Pick<Context, "config">): boolean {
  const { protocol, hostname } = new URL(url);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost") || hostname.endsWith(".local");
  return protocol === "https:" && (config.allowPrivatePeers || !isLocal);
}

async function mentionLinks(
  context: AnnounceContext,
  own: OwnProfile,
  { publicationId, publication }: { publicationId: number; publication: Publication | null },
): Promise<void> {
  const { store, clock } = context;
  const now = clock.now();
  const isShown = publication !== null && publication.state !== "draft" && publication.isReplaced === 0;
  const targets = isShown ? findExternalLinks(await readText(context, publication), own) : [];
  const source = (publication && pageOf(own, publication)) ?? "";
  // Pages that got a mention of an earlier version get one of the newer version.
  const others = publication ? await readSiteVersions(context, publication) : [];
  const earlier = others.filter(({ id }) => id !== publicationId).map(({ id }) => id);
  await store.transaction(async (tx) => {
    await addMentions(tx, { publicationId, source, targets, now });
    for (const id of earlier) {
      if ((await listSentMentions(tx, id)).length === 0) continue;
      await addMentions(tx, { publicationId: id, source: "", targets: [], now });
    }
  });
}

async function readText(context: AnnounceContext, publication: Publication): Promise<string> {
  const content = await findContent(context.store.db, publication.contentHash);
  const text =
    content && (await readMarkdown(context, { ...publication, size: content.size }, limits.markdownBytes));
  return text ?? "";
}
