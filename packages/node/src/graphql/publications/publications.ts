import type { GraphQLResolveInfo } from "graphql";
import { peekMarkdown, readMarkdown } from "../../domain/contents/read-markdown.ts";
import { limits } from "../../domain/limits.ts";
import { type Quoted, readQuoted } from "../../domain/publications/files/references.ts";
import { findNamedPictures } from "../../domain/publications/texts/named-pictures.ts";
import { readPictureMetadata } from "../../domain/publications/texts/picture-metadata.ts";
import {
  listMedia,
  readPageByDate,
  readSortedPage,
  readTimelinePage,
} from "../../domain/publications/timeline.ts";
import type { PublicationView, WantedDetails } from "../../domain/publications/view.ts";
import { findVisiblePublication, type PublicationKey } from "../../domain/publications/visible.ts";
import { readTitle } from "../../domain/search/searchable-text.ts";
import { AppError } from "../../errors/errors.ts";
import { metadataKinds } from "../../pictures/cleaning-plan.ts";
import { parseId } from "../builder.ts";
import { defineEnum, defineObject } from "../define-types.ts";
import { addQuery } from "../operations.ts";
import { namesBelow } from "../people/names-below.ts";
import { defineConnection, pageArgs } from "../relay-connection.ts";
import { type RequestContext, readingOf } from "../request-context.ts";

export const PublicationType = defineEnum("PublicationType", {
  POST: "Markdown.",
  FILE: "Any bytes, with a caption.",
});

const PublicationState = defineEnum("PublicationState", {
  draft: "Only the owner sees it.",
  local: "It is on the owner's site, and not signed.",
  signed: "It is in the index and goes to followers; its bytes never change.",
});

const PublicationDateRef = defineEnum(
  "PublicationDate",
  {
    signed: "That of signing; until it is signed, that of its making. Every publication has one.",
    published:
      "That which readers of the owner's site see, `publishedAt`; of a draft that for which it is scheduled, else of its making.",
  },
  "A date of a publication.",
);

const PublicationOrderRef = defineEnum(
  "PublicationOrder",
  {
    changed: "Those changed last first.",
    title: "By title, as bytes of UTF-8 with small Latin letters.",
    reads: "Those first that were read most in the last 30 days (`reads`).",
  },
  "An order of the owner's publications.",
);

export const MetadataKindRef = defineEnum(
  "MetadataKind",
  metadataKinds,
  "Data in a picture in addition to the image.",
);

const Thumbnails = defineObject<NonNullable<PublicationView["thumbnails"]>>("Thumbnails", {
  description: "Paths of smaller pictures: 200, 400 and 800 pixels high.",
  fields: { sm: "String!", md: "String!", lg: "String!" },
});

function bytesOfText({ kind, size }: PublicationView): number | null {
  return kind === "POST" ? size : 0;
}

export const PublicationRef = defineObject<PublicationView>("Publication", {
  description: "A post or a file of the owner or of a followed publisher.",
  fields: {
    id: "ID!",
    state: PublicationState,
    contentHash: "ContentHash!",
    publisherAddress: "Address!",
    publisherUrl: "String",
    publisherPicture: [
      "String",
      "Path of the publisher's picture on this node; null where one is drawn from the address.",
    ],
    timestamp: ["BigInt", "The second that is signed; null until it is signed."],
    signature: "String",
    createdAt: ["DateTime!", "When it was created on this node or arrived here."],
    writtenAt: [
      "DateTime",
      "The date of writing by another program, for an imported publication; nobody signed it.",
    ],
    publishedAt: [
      "DateTime",
      "The date that readers of the owner's site see: of writing in another program, else of the first publication. Null for a draft, and for publications of others.",
    ],
    slug: "String",
    description: ["String", "The caption of a file."],
    mediaType: "String!",
    filename: "String",
    size: ["BigInt", "Bytes."],
    url: ["String", "The URL of its page; null for a draft."],
    contentPath: ["String!", "Path of its bytes on this node. Use the same cookie or token."],
    tags: "[String!]!",
    scheduledAt: ["DateTime", "When a draft is published on the owner's site by itself."],
    excerpt: ["String", "The owner's own summary; null where the opening of the text stands for it."],
    isPage: ["Boolean!", "A page of the site such as About: in the menu, and in no list of posts."],
    revision: ["BigInt!", "Send it back with a change, so that no newer version is overwritten."],
  },
  computed: (t) => ({
    type: t.expose("kind", { type: PublicationType }),
    publisherTitle: t.exposeString("publisher", { nullable: true }),
    thumbnails: t.expose("thumbnails", {
      type: Thumbnails,
      nullable: true,
      description: "The thumbnails of a picture; null for everything else.",
    }),
    title: t.string({
      cost: 1,
      bytes: bytesOfText,
      description: "The heading or the first words of a post, or the name of a file; empty without.",
      resolve: async (publication, _args, { node }) =>
        publication.kind === "FILE"
          ? (publication.filename ?? publication.description ?? "")
          : readTitle((await readText(node, publication)) ?? ""),
    }),
    body: t.string({
      nullable: true,
      cost: 1,
      bytes: bytesOfText,
      description: "The Markdown of a post; null for a file.",
      resolve: (publication, _args, { node }) => readText(node, publication),
    }),
    excerptHtml: t.string({
      nullable: true,
      access: "read:timeline",
      cost: 5,
      description:
        "The beginning of a post as safe HTML, with code, formulas and quotes as on the site; null for a file, and for a text that is too long.",
      resolve: async (publication, _args, { node, own, language, renderExcerpt }) => {
        const markdown = await readText(node, publication);
        if (markdown === null || renderExcerpt === null) return null;
        const origin = publication.publisherAddress === own.address ? null : publication.publisherUrl;
        return await renderExcerpt(markdown, { origin, own, language });
      },
    }),
    keptPictures: t.field({
      type: ["ContentHash"],
      cost: 2,
      bytes: bytesOfText,
      description:
        "The pictures that a post names by their hash and that this node has, at `/api/contents/` and the hash.",
      resolve: async (publication, _args, { node, loaders }) => {
        const named = findNamedPictures((await readText(node, publication)) ?? "");
        const isStored = await Promise.all(named.map((hash) => loaders.isStored.load(hash)));
        return named.filter((_hash, index) => isStored[index]);
      },
    }),
    metadata: t.field({
      type: [MetadataKindRef],
      access: "owner",
      cost: 20,
      description:
        "What a stored picture says beside what it shows, such as where it was taken; empty for everything else.",
      resolve: (publication, _args, { node }) => readPictureMetadata(node, publication),
    }),
    removedMetadata: t.field({
      type: [MetadataKindRef],
      description:
        "What was removed from a picture before it was hashed, in the answer to `createPublication` and `removePictureMetadata`; else empty.",
      resolve: ({ removedMetadata }) => removedMetadata,
    }),
    commentCount: t.int({
      description: "The number of published comments.",
      resolve: ({ id }, _args, { loaders }) => loaders.commentCount.load(id),
    }),
  }),
});

/** The text of a post; null for a file. It is at hand when the bytes are in memory. */
function readText(
  { blobs }: RequestContext["node"],
  { kind, contentHash, size }: PublicationView,
): string | null | Promise<string | null> {
  const content = { kind, contentHash, size: size ?? 0 };
  return (
    peekMarkdown(blobs, content, limits.markdownBytes) ??
    readMarkdown({ blobs }, content, limits.markdownBytes)
  );
}

/** Fields that need the publisher's profile. */
const ofPublisher: readonly string[] = [
  "publisherTitle",
  "excerptHtml",
  "publisherUrl",
  "publisherPicture",
  "url",
  "contentPath",
  "thumbnails",
] satisfies (keyof PublicationView | "publisherTitle" | "excerptHtml")[];

/** The details that the selected fields of publications need, below a field. */
export function wantedIn(info: GraphQLResolveInfo): WantedDetails {
  const names = namesBelow(info);
  const details: WantedDetails["details"][number][] = [];
  if (["size", "title", "body", "excerptHtml", "keptPictures"].some((name) => names.has(name)))
    details.push("size");
  if (names.has("tags")) details.push("tags");
  if (names.has("scheduledAt")) details.push("dueAt");
  if (names.has("cover")) details.push("cover");
  return { details, publisher: ofPublisher.some((name) => names.has(name)) };
}

const PublicationConnection = defineConnection("Publication", PublicationRef);

const QuotedRef = defineObject<Quoted>("Quoted", {
  description: "The publication to which an address in a text leads.",
  fields: { address: "String!", publication: PublicationRef },
});

addQuery("publication", {
  type: PublicationRef,
  nullable: true,
  access: "public",
  description: "A publication by its id, slug or hash; null when there is none that the caller may see.",
  args: (t) => ({ id: t.arg.id(), slug: t.arg.string(), contentHash: t.arg({ type: "ContentHash" }) }),
  resolve: ({ id, slug, contentHash }, context, info) => {
    const keys: PublicationKey[] = [];
    if (id) keys.push({ id: parseId(id) });
    if (slug) keys.push({ slug });
    if (contentHash) keys.push({ contentHash });
    const [key] = keys;
    if (key && keys.length === 1)
      return findVisiblePublication(readingOf(context), key, context.caller, wantedIn(info));
    throw new AppError("VALIDATION_FAILED", "Give exactly one of id, slug and contentHash.");
  },
});

export function filterArgs(t: Parameters<typeof pageArgs>[0]) {
  return {
    ...pageArgs(t),
    types: t.arg({ type: [PublicationType] }),
    states: t.arg({ type: [PublicationState], description: "LOCAL and SIGNED by default." }),
    tag: t.arg.string(),
    isPage: t.arg.boolean({ description: "Only pages of the site, or only other publications." }),
    since: t.arg({ type: "DateTime", description: "Signed or written then or later." }),
    until: t.arg({ type: "DateTime", description: "Signed or written before." }),
    withReplaced: t.arg.boolean({ description: "Also posts that a newer version replaces." }),
  };
}

addQuery("publications", {
  type: PublicationConnection,
  access: "public",
  description:
    "The owner's publications, newest first. Only the owner can ask for drafts, and for another order.",
  args: (t) => ({
    ...filterArgs(t),
    by: t.arg({
      type: PublicationDateRef,
      required: true,
      defaultValue: "signed",
      description: "The date that orders them, and with which `since` and `until` are compared.",
    }),
    order: t.arg({
      type: PublicationOrderRef,
      description:
        "Another order than that of the date. `since` and `until` are compared with the dates that readers see.",
    }),
  }),
  resolve: ({ types: kinds, by, order, ...args }, context, info) => {
    const request = { ...args, kinds, publisher: context.own.address, caller: context.caller };
    if (order !== null)
      return readSortedPage({ ...readingOf(context), events: context.node.events }, request, {
        order,
        wanted: wantedIn(info),
      });
    const read = by === "published" ? readPageByDate : readTimelinePage;
    return read(readingOf(context), request, wantedIn(info));
  },
});

addQuery("timeline", {
  type: PublicationConnection,
  access: "read:timeline",
  description: "The publications of the owner and of all followed publishers, newest first.",
  args: (t) => ({ ...filterArgs(t), publisher: t.arg({ type: "Address" }) }),
  resolve: ({ types: kinds, ...args }, context, info) =>
    readTimelinePage(readingOf(context), { ...args, kinds, caller: context.caller }, wantedIn(info)),
});

addQuery("media", {
  type: PublicationConnection,
  access: "owner",
  description: "The owner's files in every state, newest first.",
  args: pageArgs,
  resolve: (page, { node }, info) => listMedia(node, page, wantedIn(info)),
});

addQuery("quoted", {
  type: [QuotedRef],
  access: "read:timeline",
  cost: 50,
  description: "The publications on this node to which addresses in a text lead.",
  args: (t) => ({ addresses: t.arg.stringList({ required: true, description: "Up to 50." }) }),
  resolve: ({ addresses }, { node, caller }) => readQuoted(node, { addresses, caller }),
});
