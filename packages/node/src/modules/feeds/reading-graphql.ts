import { AppError } from "../../errors/errors.ts";
import { parseId } from "../../graphql/builder.ts";
import { defineObject } from "../../graphql/define-types.ts";
import { addMutation, addQuery } from "../../graphql/operations.ts";
import { filterArgs, PublicationRef, wantedIn } from "../../graphql/publications/publications.ts";
import { defineConnection, pageArgs } from "../../graphql/relay-connection.ts";
import { type RequestContext, readingOf } from "../../graphql/request-context.ts";
import { describeFeed } from "./feed-views.ts";
import { FeedRef } from "./graphql.ts";
import { listSaved, markSaved, removeSaved, saveForLater } from "./read-later.ts";
import { type ReadPosition, readPosition, savePosition } from "./read-position.ts";
import { type EntryView, type ReadingItem, readReadingPage } from "./reading.ts";
import type { SavedText } from "./store/read-later.ts";

const FeedEntryRef = defineObject<EntryView>("FeedEntry", {
  description: "An entry of a feed, as a server sent it. Nobody signed it.",
  fields: {
    id: "ID!",
    url: "String",
    title: ["String!", "Plain text; empty without."],
    author: "String",
    fileUrl: ["String", "A file of the entry, such as the sound of a podcast, on its own server."],
    fileType: "String",
  },
  computed: (t) => ({
    feed: t.field({ type: FeedRef, resolve: ({ feed }) => describeFeed(feed) }),
    publishedAt: t.field({
      type: "DateTime",
      description: "When it was published as the feed says it, and never later than when it was first seen.",
      resolve: ({ publishedAt }) => new Date(publishedAt * 1_000).toISOString(),
    }),
    html: t.string({
      nullable: true,
      cost: 5,
      description: "Its beginning, or all of it, as safe HTML in which nothing is loaded from elsewhere.",
      args: { isWhole: t.arg.boolean({ defaultValue: false }) },
      resolve: ({ html, baseUrl }, { isWhole }, context) =>
        renderText(context, { body: html, format: "html", baseUrl, isWhole: isWhole === true }),
    }),
  }),
});

interface Text extends Pick<SavedText, "body" | "format" | "baseUrl"> {
  readonly isWhole: boolean;
}

async function renderText(
  { renderExcerpt, own, language }: RequestContext,
  { body, format, baseUrl, isWhole }: Text,
): Promise<string | null> {
  if (body === null || renderExcerpt === null) return null;
  const origin = baseUrl === "" || baseUrl === own.url ? null : baseUrl;
  const about = { own, language, origin, isWhole };
  return await renderExcerpt(body, { ...about, ...(format === "html" && { foreign: { baseUrl } }) });
}

const ReadingItemRef = defineObject<ReadingItem>("ReadingItem", {
  description: "An item that the owner reads: a post or an entry of a feed. One of both is null.",
  fields: {
    cursor: ["String!", "Its place, for `saveReadPosition`."],
    savedId: ["ID", "Of its copy among what is to be read later; null where it is not there."],
  },
  computed: (t) => ({
    publication: t.expose("publication", { type: PublicationRef, nullable: true }),
    entry: t.expose("entry", { type: FeedEntryRef, nullable: true }),
  }),
});

const ReadingConnection = defineConnection("ReadingItem", ReadingItemRef);

addQuery("reading", {
  type: ReadingConnection,
  access: "read:timeline",
  description:
    "The timeline with the entries of feeds between the posts, newest first. A filter that no entry can pass leaves only the posts.",
  args: (t) => ({
    ...filterArgs(t),
    publisher: t.arg({ type: "Address" }),
    feed: t.arg.id({ description: "Only the entries of this feed." }),
  }),
  resolve: ({ types: kinds, feed, ...args }, context, info) => {
    const feedId = feed === null ? null : parseId(feed);
    return readReadingPage(
      readingOf(context),
      { ...args, kinds, feedId, caller: context.caller },
      wantedIn(info),
    );
  },
});

const ReadPositionRef = defineObject<ReadPosition>("ReadPosition", {
  description: "The place up to which the owner has read the timeline, on any device.",
  fields: {
    cursor: ["String", "The cursor of the newest item that was read; null if none was."],
    unread: ["Int!", "The number of newer posts of others and entries, up to 1,000."],
  },
});

addQuery("readPosition", {
  type: ReadPositionRef,
  access: "owner",
  cost: 5,
  resolve: (_args, context) => readPosition(readingOf(context)),
});

addMutation("saveReadPosition", {
  type: ReadPositionRef,
  access: "owner",
  cost: 5,
  description: "Moves the place up to which the owner has read. It never moves back.",
  input: (t) => ({ cursor: t.string({ required: true }) }),
  resolve: ({ cursor }, { node }) => savePosition(node, cursor),
});

const SavedTextRef = defineObject<SavedText>("ReadLaterText", {
  description: "A text that the owner wants to read later, as it was when it was kept.",
  fields: {
    id: "ID!",
    url: "String",
    title: "String!",
    source: ["String!", "The name of its publisher or feed."],
  },
  computed: (t) => ({
    isSignedPost: t.boolean({
      description: "Whether it is a copy of a signed post; a feed's entry is not signed.",
      resolve: ({ subject }) => subject.startsWith("publication:"),
    }),
    isDone: t.boolean({ resolve: ({ isDone }) => isDone === 1 }),
    writtenAt: t.field({ type: "DateTime", resolve: ({ writtenAt }) => new Date(writtenAt).toISOString() }),
    savedAt: t.field({ type: "DateTime", resolve: ({ savedAt }) => new Date(savedAt).toISOString() }),
    html: t.string({
      nullable: true,
      access: "owner",
      cost: 5,
      description: "The whole text as safe HTML.",
      resolve: ({ body, format, baseUrl }, _args, context) =>
        renderText(context, { body, format, baseUrl, isWhole: true }),
    }),
  }),
});

const SavedTextConnection = defineConnection("ReadLaterText", SavedTextRef);

addQuery("readLater", {
  type: SavedTextConnection,
  access: "owner",
  description: "The texts to read later, or those that were read, newest first.",
  args: (t) => ({ ...pageArgs(t), isDone: t.arg.boolean({ description: "Those that were read." }) }),
  resolve: ({ isDone, ...page }, { node }) => listSaved(node, { ...page, isDone: isDone === true }),
});

addMutation("saveForLater", {
  type: SavedTextRef,
  access: "owner",
  cost: 10,
  description: "Saves a post or an entry of a feed to read later, with a copy of its text.",
  input: (t) => ({ publication: t.id(), entry: t.id({ description: "Exactly one of both." }) }),
  resolve: ({ publication, entry }, { node, caller }) => {
    if (publication && !entry) return saveForLater(node, { publicationId: parseId(publication) }, caller);
    if (entry && !publication) return saveForLater(node, { entryId: parseId(entry) }, caller);
    throw new AppError("VALIDATION_FAILED", "Name a post or a feed entry.");
  },
});

addMutation("markSaved", {
  type: "Boolean",
  access: "owner",
  description: "Marks a kept text as read, or as to be read again.",
  input: (t) => ({ id: t.id({ required: true }), isDone: t.boolean({ required: true }) }),
  resolve: ({ id, isDone }, { node }) => markSaved(node, parseId(id), isDone).then(() => true),
});

addMutation("removeSaved", {
  type: "Boolean",
  access: "owner",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: ({ id }, { node }) => removeSaved(node, parseId(id)).then(() => true),
});
