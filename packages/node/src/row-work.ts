import type { Address, IndexPosition } from "@freehold/protocol";
import type { Context } from "./context.ts";
import { deliverConnection } from "./domain/connections/deliver-connection.ts";
import { fetchFeed } from "./domain/feeds/fetch-feed.ts";
import type { ReadFeed } from "./domain/found/deliver-feed.ts";
import type { RenderIssue } from "./domain/newsletter/compose-mail.ts";
import { createPeerPictureCache } from "./domain/profile/peer-picture.ts";
import { deliverProfileUpdate } from "./domain/profile/update-profile.ts";
import { deliverPublication } from "./domain/publications/deliver.ts";
import { catchUp } from "./domain/replication/catch-up.ts";
import { pullPublication } from "./domain/replication/pull-publication.ts";
import { createRunJob } from "./domain/run-job.ts";
import type { CatchUpTurn } from "./jobs/catch-up-queue.ts";
import { limits } from "./jobs/limits.ts";
import type { JobContext, JobWork } from "./module.ts";
import type { Feed } from "./store/feeds.ts";
import type { ImportJob } from "./store/import-jobs.ts";
import type { OutboxEntry } from "./store/outbox.ts";
import type { Pull } from "./store/pulls.ts";

/** The functions that deliver each kind of entry in the outbox. */
const deliveries = {
  publication: deliverPublication,
  "profile.update": deliverProfileUpdate,
  "connection.create": deliverConnection,
  "connection.destroy": deliverConnection,
} as const;

/** The work on a row of each queue, and the longest attempt (ms). It is the same in the node and in a process beside it. */
export function createRowWork(context: Context) {
  const marks = new Map<Address, IndexPosition>();
  const cachePicture = createPeerPictureCache(context);
  return {
    outbox: {
      leaseMs: limits.deliveryMs,
      work: (entry: OutboxEntry, signal: AbortSignal) => deliveries[entry.kind](context, entry, signal),
    },
    pulls: {
      leaseMs: limits.pullMs,
      work: (pull: Pull, signal: AbortSignal) => pullPublication(context, pull, signal),
    },
    jobs: {
      leaseMs: limits.jobMs,
      work: createJobWork(context),
    },
    "catch-ups": {
      leaseMs: limits.catchUpMs,
      async work(address: Address, signal: AbortSignal, { isOver: isTurnOver }: CatchUpTurn) {
        const { status } = await catchUp(context, address, { signal, isTurnOver, marks });
        if (status === "caught-up") await cachePicture(address, signal);
      },
    },
    imports: {
      leaseMs: limits.importMs,
      // Few nodes import, so it is loaded with the first.
      async work(job: ImportJob, signal: AbortSignal) {
        const { runImportJob } = await import("./domain/import/run-import-job.ts");
        await runImportJob(context, job, signal);
      },
    },
    feeds: {
      leaseMs: limits.feedMs,
      work: (feed: Feed, signal: AbortSignal) => fetchFeed(context, feed, signal),
    },
  } as const;
}

/** The work on each job of a node. It is made once: what is made for one job serves the next, as a feed for all its subscribers. */
export function createJobWork(context: JobContext & Pick<Context, "blobs" | "config">): JobWork {
  return createRunJob(context, { renderIssue: issueRenderer(context), readFeed: lazyFeeds(context) });
}

/** Renders posts as mails. It is loaded with the first: a node without readers by mail never needs it. */
function issueRenderer(context: Pick<Context, "store" | "blobs" | "owner">): RenderIssue {
  return async (...post) => {
    const { renderIssueOf } = await import("./http/site/issue-mail.ts");
    return await renderIssueOf(context)(...post);
  };
}

/** Makes feeds for their subscribers; loaded with the first, too. */
function lazyFeeds(context: Pick<Context, "store" | "blobs" | "owner" | "clock" | "config">): ReadFeed {
  let reader: Promise<ReadFeed> | null = null;
  return async (path) => {
    reader ??= import("./http/site/feed-document.ts").then(({ feedReader }) => feedReader(context));
    return await (await reader)(path);
  };
}
