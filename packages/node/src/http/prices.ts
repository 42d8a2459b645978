import { limits as limiterLimits } from "../limiter/limits.ts";
import { limits } from "./limits.ts";

const formTokens = 10; // the price of a form, a mention or a subscription
export const freshPageTokens = 3; // the price of a page that is made for each request

/** The most that a request for a route may use, before anything is known of it. */
export interface Price {
  /** The number of requests that it counts as. Bytes that are made for it count besides (`madeBytesPerToken`). */
  readonly tokens: number;
  /** The largest body: bytes that are held in memory for it. */
  readonly body: number;
  /** The same for a request that sends a file, which is streamed. */
  readonly fileBody?: number;
  /** The queue in which it waits for its turn, fair between networks. */
  readonly queue: "pages" | "operations" | null;
  /** How many of these one network may send in a minute. */
  readonly perMinute?: number;
}

// A body that nobody reads stays in the buffers of its connection.
export const simple: Price = { tokens: 1, body: limits.messageBytes, queue: null };
/** From the cache of pages, which is made again when public data changes. */
export const page: Price = { ...simple, queue: "pages" };
/** A page that is made for each request. */
export const fresh: Price = { ...page, tokens: freshPageTokens };
/** A form that writes, sends a mail, or has others called. */
export const form: Price = { ...page, tokens: formTokens, body: limits.formBytes };
export const longForm: Price = { ...form, body: limits.commentFormBytes };
export const streamed: Price = {
  ...simple,
  body: limiterLimits.streamedBytes,
  fileBody: limiterLimits.streamedBytes,
};
export const operation: Price = { ...simple, queue: "operations" };
