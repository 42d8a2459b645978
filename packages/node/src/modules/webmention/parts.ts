import { hourMs } from "@freehold/protocol/internal";
import type { ReadFeed } from "../../domain/feed-links.ts";
import type { JobContext, ModuleParts } from "../../module.ts";
import { announceChange } from "./announce-change.ts";
import { tellSearchEngine } from "./index-now.ts";
import { sweepSubscriptionsToFeeds, verifySubscription } from "./subscribe.ts";

/** The parts of the module that a node at work needs. */
export const parts: ModuleParts = {
  on: { "publication.changed": (tx, { publication, now }) => announceChange(tx, publication, now) },
  jobs: (context) => {
    const readFeed = feedsFor(context);
    return {
      "feed-verify": (job, signal) => verifySubscription(context, job, signal),
      "feed-renew": (job, signal) => verifySubscription(context, job, signal),
      "index-now": (job, signal) => tellSearchEngine(context, job, signal),
      // Code that reads texts, pages of other sites or feeds is loaded with the first of them.
      announce: async (job) => await (await import("./announce.ts")).announcePublication(context, job),
      feed: async (job, signal) =>
        await (await import("./deliver-feed.ts")).deliverFeed(context, job, { readFeed, signal }),
      "mention-in": async (job, signal) =>
        await (await import("./mentions/check-mention.ts")).checkMention(context, job, signal),
      "mention-out": async (job, signal) =>
        await (await import("./mentions/send-mention.ts")).sendMention(context, job, signal),
    };
  },
  maintenance: [
    {
      key: "sweep-feed-subscriptions",
      everyMs: hourMs,
      byClock: true,
      work: sweepSubscriptionsToFeeds,
      failure: "subscriptions to feeds that have ended could not be removed",
    },
    {
      key: "sweep-mentions",
      everyMs: hourMs,
      byClock: true,
      work: async (context) => await (await import("./mentions/receive.ts")).sweepMentions(context),
      failure: "old mentions could not be removed",
    },
  ],
  graphql: () => import("./graphql.ts"),
  routes: async () => {
    const { answerHub, answerMentions } = await import("./routes.ts");
    return [answerMentions, answerHub];
  },
  api: async () => (await import("./routes.ts")).webmentionApi,
};

/** Makes feeds for their subscribers. The code is loaded with the first. */
function feedsFor(context: JobContext): ReadFeed {
  let reader: Promise<ReadFeed> | null = null;
  return async (path) => {
    reader ??= import("../../http/site/lists/feed-document.ts").then(({ feedReader }) => feedReader(context));
    return await (await reader)(path);
  };
}
