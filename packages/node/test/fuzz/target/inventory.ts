import type { Address, Hash } from "@freehold/protocol";

/** Who sends a request. `forged`: a page of another site, from which a browser sends the owner's cookie. */
export const callers = [
  "anonymous",
  "owner-cookie",
  "owner-bearer",
  "program",
  "reader",
  "forged",
  "expired",
] as const;
export type Caller = (typeof callers)[number];

/** Callers who may change nothing that is the owner's. */
export const untrustedPeers: readonly Caller[] = ["anonymous", "reader", "forged", "expired"];

/** What exists on a node, for generating requests. */
export interface Inventory {
  readonly isInstalled: boolean;
  /** Public base URL. */
  readonly url: string;
  readonly owner: Address;
  /** Method and pattern of every route, as the server itself lists them. */
  readonly routes: readonly string[];
  /** Of publications in every state. */
  readonly ids: readonly number[];
  readonly hashes: readonly Hash[];
  readonly slugs: readonly string[];
  readonly comments: readonly number[];
  readonly tokens: readonly string[];
  readonly webhooks: readonly number[];
  /** Seconds; of signed publications. */
  readonly timestamps: readonly number[];
  readonly credentials: Readonly<Record<Caller, string | null>>;
  /** Texts that nobody but the owner may read. */
  readonly secrets: readonly string[];
}

/** The beginning of every text that is in a draft. */
export const draftMark = "draft-that-nobody-reads";
