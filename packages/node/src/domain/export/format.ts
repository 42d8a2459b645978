import { type Address, type Hash, type Hex, parseAddress, parseHash } from "@freehold/protocol";
import { z } from "zod";
import type { Publication } from "../../store/publications.ts";

// Not a limit: a format version.
/** The form of an export; an import refuses one that it does not know. */
export const exportFormat = 1;

/** What lies in the folder of an export. */
export const exportNames = {
  /** Written last: with it, the export is whole. */
  manifest: "export.json",
  /** There until then. */
  unfinished: "unfinished.json",
  readme: "README.md",
  profile: "profile.json",
  connections: "connections.jsonl",
  comments: "comments.jsonl",
  /** What is said of a publication lies beside its bytes, under their name and this. */
  about: ".about.json",
} as const;

/** Where publications lie. */
export const exportFolders = ["posts", "files", "drafts"] as const;

/** The folder of a publication. */
export function folderOf({ state, kind }: Pick<Publication, "state" | "kind">): string {
  if (state === "draft") return "drafts";
  return kind === "POST" ? "posts" : "files";
}

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

/** Whose unfinished export this is, and of how much. */
export const unfinishedSchema = z.object({ address, private: z.boolean() });

/** What stands beside a publication's bytes. Of a signed one it is its proof as well (`freehold verify FILE PROOF`). */
export const aboutSchema = z.object({
  id: z.number().int().min(1),
  kind: z.enum(["POST", "FILE"]),
  state: z.enum(["draft", "local", "signed"]),
  contentHash: hash,
  publisherAddress: address,
  timestamp: seconds.nullable(),
  signature: z.string().max(200).nullable(),
  /** Among those of one second. */
  order: count,
  slug: z.string().nullable(),
  filename: z.string().nullable(),
  description: z.string().nullable(),
  mediaType: z.string().max(200),
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

/** One line of the comments. */
export const commentSchema = z.object({
  publication: z.object({ contentHash: hash, timestamp: seconds.nullable(), createdAt: moment }),
  state: z.enum(["published", "held", "rejected"]),
  authType: z.enum(["EMAIL", "ETHEREUM"]),
  /** The Ethereum address, or the mail address; null for one that is not told. */
  author: z.string().max(320).nullable(),
  authorName: z.string(),
  body: z.string(),
  timestamp: seconds,
  createdAt: moment,
});
export type ExportedComment = z.infer<typeof commentSchema>;

export const profileSchema = z.object({
  address,
  url: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  /** The name of its file. */
  avatar: z
    .string()
    .regex(/^avatar\.[a-z]{1,5}$/)
    .nullable(),
  updatedAt: moment,
  /** The newest update as it was signed; null where the profile is as it was installed. */
  signed: z.unknown(),
});
export type ExportedProfile = z.infer<typeof profileSchema>;

/** A publication as it stands beside its bytes. */
export function describePublication(publication: Publication, commentsOpen: boolean): AboutPublication {
  const { seq: order, createdAt, updatedAt, proofType: _proofType, ...rest } = publication;
  return {
    ...rest,
    contentHash: rest.contentHash as Hash,
    signature: rest.signature as Hex | null,
    order,
    commentsOpen,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}

/** What a person who finds an export is told about it. */
export const exportReadme = `# What is in this folder

What one person has published, and what belongs to it. No program of ours is needed to read it.

- \`posts\`, \`files\`: the publications, byte for byte as they were signed, named by day. Beside each, in \`….about.json\`, is
  what is said of it. \`drafts\` is empty unless it was asked for.
- A signed one can be checked by anybody: \`contentHash\` is the SHA-256 of the bytes (\`sha256sum FILE\`), and \`signature\` is an
  EIP-712 signature by \`publisherAddress\` over \`StatementOfSource(contentHash, publisherAddress, timestamp)\`.
  The page \`/verify\` of any Freehold node does both, by the address of the publication. Without a node, a checkout of Freehold
  does: \`npx --no-install freehold verify FILE FILE.about.json\` in its folder.
- \`profile.json\` and the avatar: who this is.
- \`connections.jsonl\`: who follows whom, a line each, with the signed message.
- \`comments.jsonl\`: comments on the publications, a line each.
- \`export.json\`: when this was made, of which node, and how much it is.

\`freehold import FOLDER\` takes it into a node of the same owner.
`;
