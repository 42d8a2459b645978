import type { Quoted } from "../domain/publications/references.ts";
import { findNamedPictures } from "../domain/publications/references.ts";
import type { PublicationView } from "../domain/publications/view.ts";
import { builder } from "./builder.ts";
import { defineConnection } from "./connection.ts";

export const PublicationType = builder.enumType("PublicationType", {
  values: {
    POST: { description: "Markdown." },
    FILE: { description: "Any bytes, with a caption." },
  } as const,
});

export const PublicationState = builder.enumType("PublicationState", {
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

export const PublicationConnection = defineConnection("Publication", PublicationRef);

export const QuotedRef = builder.objectRef<Quoted>("Quoted").implement({
  description: "What an address in a text leads to.",
  fields: (t) => ({
    address: t.exposeString("address"),
    publication: t.expose("publication", { type: PublicationRef }),
  }),
});
