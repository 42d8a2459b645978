import { requireOwner } from "../domain/profile/owner.ts";
import { findNamedPictures, type Quoted, readQuoted } from "../domain/publications/references.ts";
import { listMedia, readTimelinePage } from "../domain/publications/timeline.ts";
import { describePublications, type PublicationView } from "../domain/publications/view.ts";
import { findVisiblePublication, type PublicationKey } from "../domain/publications/visible.ts";
import { AppError } from "../errors/errors.ts";
import { builder, parseId } from "./builder.ts";
import { addQuery } from "./operations.ts";
import { defineConnection, pageArgs, toPageRequest } from "./relay-connection.ts";
import type { RequestContext } from "./request-context.ts";

export const PublicationType = builder.enumType("PublicationType", {
  values: {
    POST: { description: "Markdown." },
    FILE: { description: "Any bytes, with a caption." },
  } as const,
});

const PublicationState = builder.enumType("PublicationState", {
  values: {
    DRAFT: { value: "draft", description: "Seen by the owner alone." },
    LOCAL: { value: "local", description: "On the own site, and not signed." },
    SIGNED: { value: "signed", description: "In the index and with the followers; its bytes never change." },
  } as const,
});

const Thumbnails = builder.objectRef<NonNullable<PublicationView["thumbnails"]>>("Thumbnails").implement({
  description: "Paths of smaller pictures: 200, 400 and 800 pixels high.",
  fields: (t) => ({ sm: t.exposeString("sm"), md: t.exposeString("md"), lg: t.exposeString("lg") }),
});

function bytesOfText({ kind, size }: PublicationView): number | null {
  return kind === "POST" ? size : 0;
}

export const PublicationRef = builder.objectRef<PublicationView>("Publication").implement({
  description: "A post or a file, of the owner's or of somebody who is followed.",
  fields: (t) => ({
    id: t.exposeID("id"),
    type: t.expose("kind", { type: PublicationType }),
    state: t.expose("state", { type: PublicationState }),
    contentHash: t.expose("contentHash", { type: "ContentHash" }),
    publisherAddress: t.expose("publisherAddress", { type: "Address" }),
    publisherTitle: t.exposeString("publisher", { nullable: true }),
    publisherUrl: t.exposeString("publisherUrl", { nullable: true }),
    publisherPicture: t.exposeString("publisherPicture", {
      nullable: true,
      description: "Path of the publisher's picture on this node; null where one is made from the address.",
    }),
    timestamp: t.expose("timestamp", {
      type: "BigInt",
      nullable: true,
      description: "The second that is signed; null until then.",
    }),
    signature: t.exposeString("signature", { nullable: true }),
    createdAt: t.expose("createdAt", {
      type: "DateTime",
      description: "When it was made here, or came here.",
    }),
    slug: t.exposeString("slug", { nullable: true }),
    description: t.exposeString("description", { nullable: true, description: "The caption of a file." }),
    mediaType: t.exposeString("mediaType"),
    filename: t.exposeString("filename", { nullable: true }),
    size: t.expose("size", { type: "BigInt", nullable: true, description: "Bytes." }),
    url: t.exposeString("url", { nullable: true, description: "Where a reader finds it; null for a draft." }),
    contentPath: t.exposeString("contentPath", {
      description:
        "Where its bytes are on this node, for whoever sees it here: with the same cookie or bearer.",
    }),
    thumbnails: t.expose("thumbnails", {
      type: Thumbnails,
      nullable: true,
      description: "Of a picture; null for everything else.",
    }),
    body: t.string({
      nullable: true,
      cost: 1,
      bytes: bytesOfText,
      description: "The Markdown of a post; null for a file.",
      resolve: (publication, _args, { loaders }) => loaders.markdown.load(publication),
    }),
    keptPictures: t.field({
      type: ["ContentHash"],
      cost: 2,
      bytes: bytesOfText,
      description:
        "Of the pictures that a post names by their hash, those whose bytes are on this node: under `/api/contents/` and the hash.",
      resolve: async (publication, _args, { loaders }) => {
        const named = findNamedPictures((await loaders.markdown.load(publication)) ?? "");
        const kept = await Promise.all(named.map((hash) => loaders.isKept.load(hash)));
        return named.filter((_hash, index) => kept[index]);
      },
    }),
    tags: t.stringList({ resolve: ({ tags }) => [...tags] }),
    commentCount: t.int({
      description: "Comments that readers see.",
      resolve: ({ id }, _args, { loaders }) => loaders.commentCount.load(id),
    }),
    scheduledAt: t.expose("scheduledAt", {
      type: "DateTime",
      nullable: true,
      description: "When a draft goes to the own site by itself.",
    }),
    revision: t.expose("revision", {
      type: "BigInt",
      description: "To be given back with a change, so that it is not made to something else.",
    }),
  }),
});

/** The view of a publication that was just written. */
export async function describePublication(
  node: RequestContext["node"],
  row: Parameters<typeof describePublications>[1][number],
): Promise<PublicationView> {
  const [view] = await describePublications(node, [row]);
  if (!view) throw new Error("A publication could not be described.");
  return view;
}

const PublicationConnection = defineConnection("Publication", PublicationRef);

const QuotedRef = builder.objectRef<Quoted>("Quoted").implement({
  description: "What an address in a text leads to.",
  fields: (t) => ({
    address: t.exposeString("address"),
    publication: t.expose("publication", { type: PublicationRef }),
  }),
});

addQuery("publication", {
  type: PublicationRef,
  nullable: true,
  access: "public",
  description: "One publication, by one of these; null when there is none that the caller may see.",
  args: (t) => ({ id: t.arg.id(), slug: t.arg.string(), contentHash: t.arg({ type: "ContentHash" }) }),
  resolve: (args, { node, caller }) => findVisiblePublication(node, toKey(args), caller),
});

interface KeyArgs {
  id?: string | null | undefined;
  slug?: string | null | undefined;
  contentHash?: string | null | undefined;
}

/** @throws AppError VALIDATION_FAILED unless exactly one is given */
function toKey({ id, slug, contentHash }: KeyArgs): PublicationKey {
  const keys: PublicationKey[] = [];
  if (id) keys.push({ id: parseId(id) });
  if (slug) keys.push({ slug });
  if (contentHash) keys.push({ contentHash });
  const [key] = keys;
  if (key && keys.length === 1) return key;
  throw new AppError("VALIDATION_FAILED", "A publication is asked for by one of id, slug and contentHash.");
}

addQuery("publications", {
  type: PublicationConnection,
  access: "public",
  description: "The owner's own, newest first. Drafts come when the owner asks for them.",
  args: (t) => ({
    ...pageArgs(t),
    types: t.arg({ type: [PublicationType] }),
    states: t.arg({ type: [PublicationState], description: "LOCAL and SIGNED by default." }),
    tag: t.arg.string(),
  }),
  resolve: async ({ types, states, tag, ...page }, { node, caller }) => {
    const { address } = await requireOwner(node);
    const filter = { kinds: types ?? null, states: states ?? null, tag: tag ?? null };
    return readTimelinePage(node, { ...toPageRequest(page), ...filter, publisher: address, caller });
  },
});

addQuery("timeline", {
  type: PublicationConnection,
  access: "read:timeline",
  description: "The owner's own and those of everybody who is followed, newest first.",
  args: (t) => ({
    ...pageArgs(t),
    publisher: t.arg({ type: "Address" }),
    types: t.arg({ type: [PublicationType] }),
    states: t.arg({ type: [PublicationState], description: "LOCAL and SIGNED by default." }),
    tag: t.arg.string(),
  }),
  resolve: ({ publisher, types, states, tag, ...page }, { node, caller }) => {
    const filter = { publisher: publisher ?? null, kinds: types ?? null, states: states ?? null };
    return readTimelinePage(node, { ...toPageRequest(page), ...filter, tag: tag ?? null, caller });
  },
});

addQuery("media", {
  type: PublicationConnection,
  access: "owner",
  description: "The owner's files in every state, newest first.",
  args: pageArgs,
  resolve: (page, { node }) => listMedia(node, toPageRequest(page)),
});

addQuery("quoted", {
  type: [QuotedRef],
  access: "read:timeline",
  cost: 50,
  description: "Those publications that addresses in a text lead to, as far as they are kept here.",
  args: (t) => ({ addresses: t.arg.stringList({ required: true, description: "Up to 50." }) }),
  resolve: ({ addresses }, { node, caller }) => readQuoted(node, { addresses, caller }),
});
