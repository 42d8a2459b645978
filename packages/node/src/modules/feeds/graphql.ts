import type { FeedLink } from "../../foreign/feed-documents.ts";
import { parseId } from "../../graphql/builder.ts";
import { defineObject } from "../../graphql/define-types.ts";
import { addMutation, addQuery } from "../../graphql/operations.ts";
import { askSoon, type FeedView, listFeedViews } from "./feed-views.ts";
import type { OpmlReport } from "./opml.ts";
import { type FeedPreview, previewFeed, subscribeFeed, unsubscribeFeed } from "./subscribe.ts";

export const FeedRef = defineObject<FeedView>("Feed", {
  description:
    "An RSS, Atom or JSON feed that the owner reads. Nothing in it is signed, and this node shows it to the owner only.",
  fields: {
    id: "ID!",
    url: "String!",
    title: "String!",
    siteUrl: ["String", "The page to which the feed belongs."],
    folder: ["String", "Its folder in the OPML file that it came from."],
    createdAt: "DateTime!",
    fetchedAt: ["DateTime", "When its server last answered."],
    nextFetchAt: ["DateTime", "When it is fetched again; null for one that is gone for good."],
    failures: ["Int!", "Failures in a row."],
    lastError: "String",
  },
});

const FeedLinkRef = defineObject<FeedLink>("FeedLink", {
  description: "A feed that a page names.",
  fields: { url: "String!", title: "String!" },
});

const FeedPreviewRef = defineObject<FeedPreview>("FeedPreview", {
  description: "A feed as it describes itself, before it is followed.",
  fields: {
    url: "String!",
    title: "String!",
    description: "String!",
    siteUrl: "String",
    newest: ["[String!]!", "The titles of its newest entries."],
    isFollowed: "Boolean!",
  },
  computed: (t) => ({
    others: t.expose("others", { type: [FeedLinkRef], description: "Other feeds of the same page." }),
  }),
});

const OpmlReportRef = defineObject<OpmlReport>("OpmlReport", {
  fields: {
    added: "Int!",
    known: ["Int!", "They were already followed."],
    refusedCount: "Int!",
    refused: ["[String!]!", "The first addresses that can't be fetched: not https, or beyond the limit."],
  },
});

addQuery("feeds", {
  type: [FeedRef],
  access: "manage:connections",
  cost: 20,
  description: "The feeds that the owner reads, by their titles.",
  resolve: (_args, { node }) => listFeedViews(node),
});

addQuery("feedPreview", {
  type: FeedPreviewRef,
  access: "manage:connections",
  cost: 200,
  description: "Finds the feed at an address: of a feed, or of a page that names one.",
  args: (t) => ({ url: t.arg.string({ required: true }) }),
  resolve: ({ url }, { node }) => previewFeed(node, url),
});

addQuery("feedsAsOpml", {
  type: "String",
  access: "manage:connections",
  cost: 50,
  description: "The feeds and the followed nodes as OPML 2.0, for other readers.",
  resolve: async (_args, { node }) => (await import("./opml.ts")).exportOpml(node),
});

addMutation("subscribeFeed", {
  type: FeedRef,
  access: "manage:connections",
  cost: 200,
  description: "Follows the feed at an address, with its entries so far.",
  input: (t) => ({ url: t.string({ required: true }) }),
  resolve: async ({ url }, { node }) =>
    (await listFeedViews(node, [await subscribeFeed(node, url)]))[0] as FeedView,
});

addMutation("unsubscribeFeed", {
  type: "Boolean",
  access: "manage:connections",
  description: "Ends a follow of a feed. Its entries go; what is kept to be read later stays.",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: ({ id }, { node }) => unsubscribeFeed(node, parseId(id)).then(() => true),
});

addMutation("fetchFeed", {
  type: "Boolean",
  access: "manage:connections",
  cost: 5,
  description: "Fetches a feed now, also one that is gone.",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: ({ id }, { node }) => askSoon(node, parseId(id)).then(() => true),
});

addMutation("importFeeds", {
  type: OpmlReportRef,
  access: "manage:connections",
  cost: 100,
  description: "Follows the feeds of an OPML file. They are fetched one after another.",
  input: (t) => ({ opml: t.string({ required: true }) }),
  resolve: async ({ opml }, { node }) => (await import("./opml.ts")).importOpml(node, Buffer.from(opml)),
});
