import type { Migration } from "../database.ts";

/** The client of a feed subscription, and the author of a mention, so that each has only a share. */
export const sharesOfStrangers: Migration = {
  name: "0032-shares-of-strangers",
  statements: ({ text }) => [
    `alter table feed_subscriptions add column client ${text}`,
    "create index feed_subscriptions_of_client on feed_subscriptions (client) where client is not null",
    `alter table mentions add column author ${text}`,
    "create index mentions_of_author on mentions (author, asked_at) where author is not null",
  ],
};
