import {
  type Address,
  type Envelope,
  type Hash,
  type Hex,
  parseAddress,
  parseHash,
  proofEnvelope,
} from "@freehold/protocol";
import { z } from "zod";
import { isSlug } from "../../../domain/publications/slug-names.ts";
import type { Publication } from "../../../store/publications/publications.ts";

/** The version of the export's format; an import refuses any other. */
export const exportFormat = 1;

/** The folders of publications. */
export const exportFolders = ["posts", "files", "drafts"] as const;

const address = z.string().transform(parseAddress).pipe(z.custom<Address>(Boolean));
const hash = z.string().transform(parseHash).pipe(z.custom<Hash>(Boolean));
const seconds = z.number().int().min(0);
const moment = z.iso.datetime();
const count = z.number().int().min(0);

export const manifestSchema = z.object({
  format: z.number().int(),
  program: z.string(),
  exportedAt: moment,
  node: z.object({ address, url: z.string(), title: z.string() }),
  private: z.boolean(),
  publications: count,
  connections: count,
  comments: count,
  missing: z.array(z.string()),
});
export type ExportManifest = z.infer<typeof manifestSchema>;

/** The owner and the scope of an unfinished export. */
export const unfinishedSchema = z.object({ address, private: z.boolean() });

const feedId = z.string().regex(/^[\x21-\x7e]{1,2000}$/);

/** The fields of a publication. For a signed one, they are its proof, too (`freehold verify FILE PROOF`). */
export const aboutSchema = z.object({
  id: z.number().int().min(1),
  kind: z.enum(["POST", "FILE"]),
  state: z.enum(["draft", "local", "signed"]),
  contentHash: hash,
  publisherAddress: address,
  timestamp: seconds.nullable(),
  signature: z.string().max(200).nullable(),
  /** The same as a signed message, for any tool that knows EIP-712. */
  proof: z.unknown(),
  /** Position among the publications of one second. */
  order: count,
  slug: z.string().nullable(),
  filename: z.string().nullable(),
  description: z.string().nullable(),
  mediaType: z.string().max(200),
  /** How the site shows it: fields that earlier exports lack. */
  excerpt: z.string().nullable().default(null),
  /** The content of a picture of the same owner. */
  coverHash: hash.nullable().default(null),
  isPage: z.boolean().default(false),
  /** The date of writing by another program, which nobody signed. */
  writtenAt: moment.nullable().default(null),
  /** The id of a public one's item in feeds, its dates and its place among those of one second: they stay for ever. */
  feedId: feedId.nullable().default(null),
  publishedAt: moment.nullable().default(null),
  modifiedAt: moment.nullable().default(null),
  siteSeq: count.nullable().default(null),
  siteId: count.nullable().default(null),
  /** The id and the date that a version had as a post of its own. */
  ownFeedId: feedId.nullable().default(null),
  ownPublishedAt: moment.nullable().default(null),
  /** Paths on another site that redirect to it. */
  oldPaths: z.array(z.string()).default([]),
  /** The names that it had in the programs from which it was imported, so that another import of their files knows it. */
  imported: z
    .array(z.object({ format: z.string().max(40), key: z.string().max(1_000), importedAt: moment }))
    .max(1_000)
    .default([]),
  /** Changes of a post on the site that readers don't see yet: their text is among the drafts. */
  changes: z
    .object({ contentHash: hash, slug: z.string().nullable(), savedAt: moment, isOutdated: z.boolean() })
    .nullable()
    .default(null),
  commentsOpen: z.boolean(),
  createdAt: moment,
  updatedAt: moment,
});
export type AboutPublication = z.infer<typeof aboutSchema>;

/** One line of the connections. */
export const connectionSchema = z.object({
  follower: address,
  followee: address,
  /** The other node, as it was known. */
  peer: z.object({
    url: z.string(),
    title: z.string().max(255),
    description: z.string().max(2_000).nullable(),
  }),
  createdAt: moment,
  /** The signed message. */
  proof: z.unknown(),
});
export type ExportedConnection = z.infer<typeof connectionSchema>;

/** One line of the comments. `id` is its number in the export, and `answers` that of an earlier line. */
export const commentSchema = z.object({
  id: count.optional(),
  answers: count.optional(),
  publication: z.object({ contentHash: hash, timestamp: seconds.nullable(), createdAt: moment }),
  state: z.enum(["published", "held", "rejected"]),
  authType: z.enum(["EMAIL", "ETHEREUM", "WEBMENTION", "IMPORTED"]),
  /** The Ethereum address, the site of an imported comment's author, or the mail address; null for a mail address left out. */
  author: z.string().max(320).nullable(),
  authorName: z.string(),
  body: z.string(),
  timestamp: seconds,
  createdAt: moment,
  /** Set for a mention by another site. */
  mention: z
    .object({
      kind: z.enum(["reply", "like", "repost", "bookmark", "mention"]),
      source: z
        .string()
        .max(2_048)
        .regex(/^https:/),
      authorUrl: z
        .string()
        .max(2_048)
        .regex(/^https:/)
        .nullable(),
    })
    .optional(),
});
export type ExportedComment = z.infer<typeof commentSchema>;

/** One line of the addresses at which nothing is any more. */
export const goneSchema = z.object({ path: z.string() });

/** One line of the slugs: the first signed publication with it, under which nodes of the reference form know it for good. */
export const firstSlugSchema = z.object({
  slug: z.string().refine(isSlug),
  contentHash: hash,
  timestamp: seconds,
});

export const profileSchema = z.object({
  address,
  url: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  /** File name. */
  avatar: z
    .string()
    .regex(/^avatar\.[a-z]{1,5}$/)
    .nullable(),
  updatedAt: moment,
  /** The newest signed update; null for a profile that is as installed. */
  signed: z.unknown(),
});
export type ExportedProfile = z.infer<typeof profileSchema>;

/** The fields of a publication for its file. */
export function describePublication(
  publication: Publication,
  {
    commentsOpen,
    oldPaths,
    imported,
    changes,
  }: Pick<AboutPublication, "commentsOpen" | "oldPaths" | "imported" | "changes">,
): AboutPublication {
  const { seq: order, createdAt, updatedAt, isPage, siteTime: _siteTime, ...fields } = publication;
  // Found again in the texts.
  const { proofType, replaces: _replaces, original: _original, isReplaced: _isReplaced, ...rest } = fields;
  return {
    ...rest,
    contentHash: rest.contentHash as Hash,
    proof: envelopeOf(publication, proofType),
    coverHash: rest.coverHash as Hash | null,
    isPage: isPage === 1,
    writtenAt: toMoment(rest.writtenAt),
    publishedAt: toMoment(rest.publishedAt),
    modifiedAt: toMoment(rest.modifiedAt),
    ownPublishedAt: toMoment(rest.ownPublishedAt),
    signature: rest.signature as Hex | null,
    order,
    oldPaths,
    imported,
    changes,
    commentsOpen,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}

function toMoment(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

function envelopeOf(
  { publisherAddress, timestamp, signature, contentHash }: Publication,
  encodeType: string | null,
): Envelope | null {
  if (timestamp === null || signature === null || encodeType === null) return null;
  const entry = { contentHash: contentHash as Hash, publisherAddress, timestamp, signature };
  return proofEnvelope({ ...entry, encodeType });
}
