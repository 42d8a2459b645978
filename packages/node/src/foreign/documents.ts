import { z } from "zod";

/** A page of another site, as far as it was read. */
export interface ForeignPage {
  readonly bytes: Uint8Array;
  /** Behind the redirects. */
  readonly url: string;
  /** Without parameters; empty where there is none. */
  readonly mediaType: string;
  /** The encoding that the header names, or null. */
  readonly charset: string | null;
}

/** What each kind of document is read from. */
export interface Requests {
  /** Whether a page links to another one, and what it says of it. `target` has no fragment. */
  readonly mention: { readonly page: ForeignPage; readonly target: string };
  /** Where a page takes mentions. `link` is the header of that name. */
  readonly endpoint: { readonly page: ForeignPage; readonly link: string };
}

const address = z.string().max(2_048);

/** What comes back of each kind: its form, and how large it can be. */
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
} satisfies Record<keyof Requests, z.ZodType>;

export type DocumentKind = keyof Requests;
export type Reply<K extends DocumentKind> = z.infer<(typeof replies)[K]>;

/** What a page of another site says of a post: nobody signed it. `null` is no mention. */
export type PageMention = NonNullable<Reply<"mention">>;

/** What the process gets, and what it answers. */
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
