import { type Address, type Hash, parseAddress, parseHash } from "@freehold/protocol";
import { z } from "zod";
import { type FeedRequests, feedReplies } from "./feed-documents.ts";
import { limits } from "./limits.ts";

/** The part of a page of another site that was read. */
export interface ForeignPage {
  readonly bytes: Uint8Array;
  /** The address after redirects. */
  readonly url: string;
  /** Without parameters; empty where there is none. */
  readonly mediaType: string;
  /** The encoding that the header names, or null. */
  readonly charset: string | null;
}

/** The input for each kind of document. */
export interface Requests extends FeedRequests {
  /** Whether a page links to another one, and its mention of it. `targets` are its addresses, without fragments. */
  readonly mention: { readonly page: ForeignPage; readonly targets: readonly string[] };
  /** The endpoint of a page for mentions. `link` is the header of that name. */
  readonly endpoint: { readonly page: ForeignPage; readonly link: string };
  /** The fields of a form in which somebody pasted a post to be checked. `now` is in ms. */
  readonly pasted: { readonly form: Uint8Array; readonly now: number };
  /**
   * An entry of a feed as safe HTML: all of it, or about this number of characters. `pictureText` stands for a picture
   * without words.
   */
  readonly entry: {
    readonly html: string;
    readonly baseUrl: string;
    readonly excerpt?: number | undefined;
    readonly pictureText: string;
  };
}

const hash = z.custom<Hash>((text) => parseHash(text) !== null);
const checkState = z.enum(["good", "bad", "unknown"]);

const address = z.string().max(2_048);

/** The result of each kind: its form and its largest size. */
export const replies = {
  mention: z
    .object({
      kind: z.enum(["reply", "like", "repost", "bookmark", "mention"]),
      authorName: z.string().max(2_048),
      authorUrl: address.nullable(),
      text: z.string().max(2_048),
    })
    .nullable(),
  endpoint: address.nullable(),
  pasted: z.object({
    of: z.string().max(limits.pastedFieldLength),
    publisher: z.string().max(limits.pastedFieldLength),
    /** The pasted text, where it is short enough to be shown again; else empty. */
    shown: z.string().max(limits.repeatedPasteLength),
    /** Bytes of its text; null where there is a proof alone. */
    size: z.number().nullable(),
    /** The possible hashes of its text. */
    hashes: z.array(hash).max(20).nullable(),
    /** Its own proof, checked; null where none could be read. */
    check: z
      .object({
        proof: z.object({
          contentHash: hash,
          publisherAddress: z.custom<Address>((text) => parseAddress(text) !== null),
          timestamp: z.number(),
          signature: z.string().max(1_000),
        }),
        steps: z.array(z.object({ name: z.enum(["bytes", "message", "signer", "time"]), state: checkState })),
      })
      .nullable(),
    /** The defect of something that is meant as a proof. */
    problem: z
      .enum(["nothing", "unsigned", "contentHash", "publisherAddress", "timestamp", "signature", "typedData"])
      .nullable(),
  }),
  entry: z.string(),
  ...feedReplies,
} satisfies Record<keyof Requests, z.ZodType>;

export type DocumentKind = keyof Requests;
export type Reply<K extends DocumentKind> = z.infer<(typeof replies)[K]>;

/** A mention of a post on a page of another site; nobody signed it. `null` means that there is no mention. */
export type PageMention = NonNullable<Reply<"mention">>;

/** A message to the process; `ReadReply` is its answer. */
export interface ReadRequest {
  readonly id: number;
  readonly kind: DocumentKind;
  readonly request: Requests[DocumentKind];
}
export type ReadReply =
  | { readonly isReady: true }
  /** `json` is the reply as text, so that its length shows before it is read. */
  | { readonly id: number; readonly json: string }
  | { readonly id: number; readonly failure: ReadFailure };

/** Why there is no reply: the document took too much, or reading it failed; or this machine did not get to it. */
export type ReadFailure = "unreadable" | "not-read";
