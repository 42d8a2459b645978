import type { ModuleParts } from "../../module.ts";
import { feedQueue } from "./feed-queue.ts";
import { listNewestEntries } from "./feed-views.ts";
import { subscribeFeed, unfollowFeed } from "./subscribe.ts";

/** The parts of the module that a node at work needs. */
export const parts: ModuleParts = {
  services: { listNewestEntries, followFeed: subscribeFeed, unfollowFeed },
  queues: { feeds: feedQueue },
  async graphql() {
    await import("./graphql.ts");
    await import("./reading-graphql.ts");
  },
};
