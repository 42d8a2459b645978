import type { Form } from "../messages/messages.ts";
import type { ContentHeaders } from "../resources/content-headers.ts";
import type { Transport } from "./transport.ts";

export interface EwpClientOptions {
  /** Base URL of the node. */
  url: string;
  transport?: Transport;
  /** Sent as `User-Agent`. */
  userAgent?: string;
  /** What the node speaks, where it is known; baseline by default. */
  form?: Form;
  /** Ends every call. */
  signal?: AbortSignal;
}

/** What every call takes. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
}

export interface NotifyOptions extends CallOptions {
  /** The publisher's `updatedAt`, ISO 8601 (spec 4.7). */
  nodeUpdated?: string;
}

/** Content as it streams in. The body has to be read, or ended by its iterator's `return`. */
export interface PeerContent extends ContentHeaders {
  /** Throws PeerError; at its end `bad-reply` with the code CONTENT_HASH_MISMATCH when the bytes are others. */
  body: AsyncIterable<Uint8Array>;
}

/** One call, as it is made. */
export interface Call extends CallOptions {
  method: string;
  path: string;
  headers?: Record<string, string>;
  json?: object;
  maxBytes: number;
  deadlineMs: number;
}
