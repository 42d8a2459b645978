import { limits as limiterLimits } from "../limiter/limits.ts";
import { limits } from "./limits.ts";

const searchTokens = 10; // the price of a search, in requests
const formTokens = 10; // the price of a form, a mention or a subscription
const freshPageTokens = 3; // the price of a page that is made for each request

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
const search: Price = { ...page, tokens: searchTokens };
export const streamed: Price = {
  ...simple,
  body: limiterLimits.streamedBytes,
  fileBody: limiterLimits.streamedBytes,
};
export const operation: Price = { ...simple, queue: "operations" };

/** Every route of the core, by its first method and its path; modules name the prices of theirs. */
export const prices: Readonly<Record<string, Price>> = {
  "GET /livez": simple,
  "GET /readyz": simple,
  "GET /metrics": fresh,

  "GET /ewp/profile": simple,
  "GET /ewp/avatar": simple,
  "GET /ewp/publications": simple,
  "GET /ewp/contents/:contentHash": simple,
  "POST /ewp/connections": simple,
  "DELETE /ewp/connections": simple,
  "POST /ewp/publications": simple,
  "PATCH /ewp/nodes/:address": simple,
  "POST /ewp/replications": simple,

  "GET /api/install": simple,
  "POST /api/install": {
    ...simple,
    body: limits.installationBytes,
    perMinute: limits.installationsPerMinute,
  },
  "POST /api/smtp_check": { ...simple, perMinute: limits.smtpChecksPerMinute },
  "GET /api/events": simple,
  "GET /api/contents/:id": simple,
  "GET /api/portraits/:address": simple,
  "GET /api/openapi.json": { ...simple, tokens: freshPageTokens },
  "GET /.well-known/api-catalog": simple,
  "GET /api/visitors": { ...simple, tokens: freshPageTokens },
  "POST /api/visitors": simple,
  "DELETE /api/visitors": simple,
  "POST /api/figures": { ...page, body: limits.figuresBytes },
  // An operation pays by its cost.
  "POST /api/graphql": {
    ...operation,
    body: limits.graphqlBytes,
    fileBody: 2 * limits.uploadFieldBytes + limiterLimits.streamedBytes,
  },
  "OPTIONS /api/graphql": simple,
  "GET /api/graphql": simple,

  "GET /": page,
  "GET /about": page,
  "GET /follow": page,
  "GET /slug/:slug": page,
  "GET /publications/:key": page,
  "GET /publications/:key/file": page,
  "GET /publications/:key/diagrams/:name": page,
  "GET /publications/:key/card.png": page,
  "GET /badge/:name": page,
  "GET /archive": page,
  "GET /tags/:tag": page,
  "GET /followers": page,
  "GET /following": page,
  "GET /search": search,
  "GET /offline": page,
  "GET /worker.js": fresh,
  "GET /feed.xml": page,
  "GET /atom.xml": page,
  "GET /feed.json": page,
  "GET /tags/:tag/feed.xml": page,
  "GET /tags/:tag/atom.xml": page,
  "GET /tags/:tag/feed.json": page,
  "GET /robots.txt": page,
  "GET /sitemap.xml": page,
  "GET /manifest.webmanifest": page,
  "GET /icons/:name": page,
  "GET /assets/:name": simple,

  "GET /comments/confirm": fresh,
  "POST /comments/confirm": form,
  "GET /comments/delete": fresh,
  "POST /comments/delete": form,
  "POST /comments": longForm,
  "GET /comments/sent": fresh,
  "GET /comments/:id/delete": fresh,
  "POST /comments/:id/delete": form,
  "POST /preferences": { ...page, body: limits.formBytes },
  "GET /verify": fresh,
  "POST /verify": { ...form, body: limits.verifyFormBytes },

  "GET /console": fresh,
  "GET /console/*": fresh,
  "GET /console/graphiql": fresh,
  "GET /console/manifest.webmanifest": page,
  "GET /console/worker.js": fresh,
  "GET /install": fresh,
};
