import type { Hash } from "@freehold/protocol";
import DataLoader from "dataloader";
import type { Context } from "../context.ts";
import type { Caller } from "../domain/access/callers.ts";
import type { SignInSite } from "../domain/access/sign-in-message.ts";
import { countComments } from "../domain/comments/read.ts";
import { readMarkdown } from "../domain/contents/open.ts";
import { limits } from "../domain/limits.ts";
import { findKeptHashes } from "../domain/publications/references.ts";
import type { PublicationView } from "../domain/publications/view.ts";
import { readVisiblePublications } from "../domain/publications/visible.ts";
import type { CostMeter } from "./cost.ts";

/** What a resolver may touch, for one request. */
export interface RequestContext {
  /** What the use cases take. */
  readonly node: Context;
  readonly caller: Caller;
  readonly loaders: Loaders;
  readonly meter: CostMeter;
  /** The client's address, for limits; null where it is not known. */
  readonly ip: string | null;
  /** The page on which somebody signs in. */
  readonly signInSite: SignInSite;
  /** What the client wants to read, best first: a language that was chosen here, then Accept-Language; null for neither. */
  readonly language: string | null;
  /** What the client says that it is (User-Agent); null where it says nothing. */
  readonly agent: string | null;
  /** The browser's side of a session. */
  readonly session: SessionCookie;
  /** Ends when the client is gone. */
  readonly signal: AbortSignal;
}

/** Gives a browser its session, or takes it away, with the answer to this request. */
export interface SessionCookie {
  /** @param expiresAt ISO 8601 */
  open(token: string, expiresAt: string): void;
  close(): void;
}

/** What many fields of one request ask for one by one, and is read together. Nothing is kept beyond the request. */
export interface Loaders {
  /** By id; null for one that is gone or that the caller may not see. */
  readonly publication: DataLoader<number, PublicationView | null>;
  /** By the publication's id. */
  readonly commentCount: DataLoader<number, number>;
  /** The text of a post; null for a file. */
  readonly markdown: DataLoader<PublicationView, string | null, string>;
  /** Whether something signed with that hash is here, whose ever it is. */
  readonly isStored: DataLoader<Hash, boolean>;
}

export function createLoaders(node: Context, caller: Caller): Loaders {
  return {
    publication: new DataLoader(async (ids) => {
      const found = await readVisiblePublications(node, ids, caller);
      const byId = new Map(found.map((publication) => [publication.id, publication]));
      return ids.map((id) => byId.get(id) ?? null);
    }),
    commentCount: new DataLoader(async (ids) => {
      const counts = await countComments(node, ids);
      return ids.map((id) => counts.get(id) ?? 0);
    }),
    markdown: new DataLoader(
      async (publications) =>
        await Promise.all(
          publications.map(({ size, ...publication }) =>
            readMarkdown(node, { ...publication, size: size ?? 0 }, limits.markdownBytes),
          ),
        ),
      { cacheKeyFn: ({ kind, contentHash }) => `${kind} ${contentHash}` },
    ),
    isStored: new DataLoader(
      async (hashes) => {
        const kept = await findKeptHashes(node, hashes);
        return hashes.map((hash) => kept.has(hash));
      },
      { maxBatchSize: 500 },
    ),
  };
}
