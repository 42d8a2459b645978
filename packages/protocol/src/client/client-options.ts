import type { Form } from "../messages/messages.ts";
import type { ContentHeaders } from "../resources/content-headers.ts";
import type { Transport } from "./transport.ts";

export interface EwpClientOptions {
  /** Base URL of the node. */
  url: string;
  transport?: Transport;
  /** Sent as `User-Agent`. */
  userAgent?: string;
  /** The form of the node; baseline by default. */
  form?: Form;
  /** Aborts every call. */
  signal?: AbortSignal;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
}

export interface NotifyOptions extends CallOptions {
  /** The publisher's `updatedAt`, ISO 8601 (spec 4.7). */
  nodeUpdated?: string;
}

/** Streamed content. Read its body, or end it with its iterator's `return`. */
export interface PeerContent extends ContentHeaders {
  /** Throws PeerError; after wrong bytes, `bad-reply` with the code CONTENT_HASH_MISMATCH at its end. */
  body: AsyncIterable<Uint8Array>;
}

export interface Call extends CallOptions {
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** A string is JSON already. */
  json?: object | string;
  maxBytes: number;
  deadlineMs: number;
}
