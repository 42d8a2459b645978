import type { Address } from "../crypto/address.ts";
import { checkContentHash, type Hash } from "../crypto/hashes.ts";
import { type Endpoint, endpoints } from "../endpoints.ts";
import { limits } from "../limits.ts";
import type { Envelope } from "../messages/typed-data.ts";
import { parseContentHeaders } from "../resources/content-headers.ts";
import {
  type IndexItem,
  type ParsedProfile,
  type ParsedPublicationsPage,
  parseProfile,
  parsePublicationsPage,
} from "../resources/parse-resources.ts";
import type { ThumbnailSize } from "../resources/query.ts";
import { wireForms } from "../resources/recognise-form.ts";
import { joinNodeUrl, parseNodeUrl } from "../resources/url.ts";
import type { WireForm } from "../resources/wire-form.ts";
import { KiB, MiB } from "../text/units.ts";
import { discard, limitBytes, readBody, readJson } from "./body.ts";
import type { Call, CallOptions, EwpClientOptions, NotifyOptions, PeerContent } from "./client-options.ts";
import { checkFollowReply, followMutation, graphqlPath, readErrorCode } from "./graphql-follow.ts";
import { limitTime } from "./limit-time.ts";
import { PeerError } from "./peer-error.ts";
import { fetchTransport, type PeerResponse, parseRetryAfter, type Transport } from "./transport.ts";
import { type IndexPosition, type IndexStep, walkIndex, walkPages } from "./walk-index.ts";

const profileMs = 10_000; // a call for a profile, in total
const pageMs = 30_000; // a call for a page of an index, in total
const contentBytes = 100 * MiB; // content, by default
const contentMs = 600_000; // a call for content, in total
const writeReplyBytes = 8 * KiB; // the reply to a message; the rest is not read
const writeMs = 120_000; // a call with a message, in total
const afterStatusMs = 2_000; // waiting for the body of an error, or of a message's reply
const errorReplyBytes = 8 * KiB; // the body of an error

/** Limits of replies: bytes and milliseconds. */
const bounds = {
  profile: { maxBytes: limits.profileBytes, deadlineMs: profileMs },
  page: { maxBytes: limits.pageBytes, deadlineMs: pageMs },
  content: { maxBytes: contentBytes, deadlineMs: contentMs },
  /** A node answers a replication after it pulled the content. */
  write: { maxBytes: writeReplyBytes, deadlineMs: writeMs },
} as const;

/**
 * A client of one node of any implementation (spec 4). Every call throws PeerError: `refused` with status and code for
 * an error reply, `bad-reply` for an invalid one, or the error of the transport.
 */
export class EwpClient {
  readonly url: string;
  readonly #transport: Transport;
  readonly #wire: WireForm;
  readonly #signal: AbortSignal | undefined;
  readonly #headers: Record<string, string>;

  /** @throws PeerError bad-reply when the URL is not the base URL of a node */
  constructor({ url, transport = fetchTransport, userAgent, form = "baseline", signal }: EwpClientOptions) {
    if (!parseNodeUrl(url)) throw new PeerError("bad-reply", "This is not the HTTPS base URL of a node.");
    this.url = url;
    this.#transport = transport;
    this.#wire = wireForms[form];
    this.#signal = signal;
    this.#headers = userAgent === undefined ? {} : { "User-Agent": userAgent };
  }

  /** The node's profile (spec 4.1). */
  async profile(signal?: AbortSignal): Promise<ParsedProfile> {
    const response = await this.#read({ path: endpoints.getProfile.path, ...bounds.profile, signal });
    const profile = parseProfile(await readJson(response.body, bounds.profile.maxBytes));
    if (!profile) throw badReply(response, "It did not answer with a profile.");
    return profile;
  }

  /**
   * The node's avatar (spec 4.2), with its format unchecked.
   *
   * @param maxBytes a larger one is `too-large`
   * @returns null when the node has none
   */
  async avatar({ maxBytes, signal }: CallOptions & { maxBytes: number }): Promise<Uint8Array | null> {
    const { path } = endpoints.getAvatar;
    try {
      const call = { path, maxBytes, deadlineMs: bounds.profile.deadlineMs, signal };
      return await readBody((await this.#read(call)).body, maxBytes);
    } catch (error) {
      if (error instanceof PeerError && error.status === 404) return null;
      throw error;
    }
  }

  /**
   * One page of the index (spec 4.3), its signatures unchecked.
   *
   * @param options.since Unix seconds: only strictly newer entries
   * @param options.limit capped at the page size that a node of the reference form itself requests
   */
  async publicationsPage({
    since = null,
    limit = 100,
    page = 1,
    signal,
  }: CallOptions & {
    since?: number | null;
    limit?: number;
    page?: number;
  } = {}): Promise<ParsedPublicationsPage> {
    const size = Math.min(limit, this.#wire.maxPageSize);
    const query = new URLSearchParams({ limit: String(size), page: String(page) });
    const parameter = this.#wire.sinceParameter(since);
    if (parameter !== null) query.set("since", parameter);
    const path = `${endpoints.listPublications.path}?${query}`;
    const response = await this.#read({ path, ...bounds.page, signal });
    const parsed = parsePublicationsPage(await readJson(response.body, bounds.page.maxBytes));
    if (!parsed) throw badReply(response, "It did not answer with a page of its index.");
    return parsed;
  }

  /** The index, oldest entry first. Pages are fetched as the caller reads. Signatures are unchecked. */
  publications({
    since = null,
    pageSize = 100,
    signal,
  }: CallOptions & { since?: number | null; pageSize?: number } = {}): AsyncGenerator<IndexItem> {
    return walkIndex((page) => this.publicationsPage({ since, limit: pageSize, page, signal }));
  }

  /** The index by pages. A walk can stop after any page and resume later. */
  publicationPages({
    pageSize = 100,
    from,
    signal,
  }: CallOptions & { pageSize?: number; from?: IndexPosition | undefined } = {}): AsyncGenerator<IndexStep> {
    return walkPages((page) => this.publicationsPage({ limit: pageSize, page, signal }), from);
  }

  /**
   * Content by its hash (spec 4.4). The hash does not cover the bytes of a thumbnail: those are unverified.
   *
   * @param options.timestamp Unix seconds of the publication
   * @param options.maxBytes 100 MiB by default
   */
  async content(
    hash: Hash,
    {
      timestamp,
      thumb,
      maxBytes = bounds.content.maxBytes,
      signal,
    }: CallOptions & { timestamp?: number | null; thumb?: ThumbnailSize | null; maxBytes?: number } = {},
  ): Promise<PeerContent> {
    const query = new URLSearchParams();
    if (timestamp !== undefined && timestamp !== null) query.set("timestamp", String(timestamp));
    if (thumb) query.set("thumb", thumb);
    const search = query.size > 0 ? `?${query}` : "";
    const path = endpoints.getContent.path.replace(":contentHash", hash) + search;
    const response = await this.#read({ path, deadlineMs: bounds.content.deadlineMs, maxBytes, signal });
    const headers = parseContentHeaders(response.headers, joinNodeUrl(this.url, path));
    if (headers.length !== null && headers.length > maxBytes) {
      await discard(response.body);
      const { status } = response;
      throw new PeerError("too-large", `The content has more than ${maxBytes} bytes.`, { status });
    }
    const body = limitBytes(response.body, maxBytes);
    return { ...headers, body: thumb ? body : checkContentHash(body, hash) };
  }

  /**
   * Sends a follow signed by the follower to the followee's node: to the endpoint, or to GraphQL for a node of the
   * reference form, which then calls the follower's node (decisions 3).
   */
  async deliverFollow(envelope: Envelope, signal?: AbortSignal): Promise<void> {
    if (this.#wire.followBy === "endpoint") return void (await this.createConnection(envelope, signal));
    const call = { method: "POST", path: graphqlPath, json: followMutation(envelope), signal };
    const { status, body } = await this.#call({ ...call, ...bounds.write });
    checkFollowReply(status, await readJson(body, bounds.write.maxBytes));
  }

  /** Sends a signed follow (spec 4.5). */
  createConnection(envelope: Envelope, signal?: AbortSignal): Promise<{ status: number }> {
    return this.#write(endpoints.createConnection, { json: envelope, signal });
  }

  /** Sends the signed end of a follow (spec 4.6). */
  destroyConnection(envelope: Envelope, signal?: AbortSignal): Promise<{ status: number }> {
    return this.#write(endpoints.destroyConnection, { json: envelope, signal });
  }

  /**
   * Announces a publication at the endpoint of the node's form: for a later pull (spec 4.7) or one at once (spec 4.9).
   *
   * @param envelope itself, or the JSON that goes to many nodes
   */
  announce(
    envelope: Envelope | string,
    { nodeUpdated, signal }: NotifyOptions = {},
  ): Promise<{ status: number }> {
    const names = nodeUpdated === undefined ? [] : this.#wire.nodeUpdatedHeaders;
    const headers = Object.fromEntries(names.map((name) => [name, nodeUpdated ?? ""]));
    return this.#write(this.#wire.announceAt, { json: envelope, headers, signal });
  }

  /** Sends a signed profile update (spec 4.8). */
  updateNode(address: Address, envelope: Envelope, signal?: AbortSignal): Promise<{ status: number }> {
    const { method, path } = endpoints.updateNode;
    return this.#write({ method, path: path.replace(":address", address) }, { json: envelope, signal });
  }

  async #read(call: Omit<Call, "method">): Promise<PeerResponse> {
    const response = await this.#call({ method: "GET", ...call });
    if (response.status === 200) return response;
    await discard(response.body);
    throw badReply(response, "It answered with another success status than 200.");
  }

  async #write(
    { method, path }: Pick<Endpoint, "method" | "path">,
    call: Pick<Call, "json" | "headers" | "signal">,
  ): Promise<{ status: number }> {
    const response = await this.#call({ method, path, ...bounds.write, ...call });
    // Only the status matters. A short body is read so that the connection can be reused.
    await readBody(limitTime(response.body, afterStatusMs), bounds.write.maxBytes).catch(() => {});
    return { status: response.status };
  }

  /** Throws unless the status is 2xx. */
  async #call({ path, headers, json, signal, ...call }: Call): Promise<PeerResponse> {
    const both = this.#signal && signal && AbortSignal.any([this.#signal, signal]);
    const either = both ?? this.#signal ?? signal;
    const response = await this.#transport({
      ...call,
      url: joinNodeUrl(this.url, path),
      headers: {
        // A compressed body could expand without bound, and its length would not tell.
        "Accept-Encoding": "identity",
        ...this.#headers,
        ...(json && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(json && { body: typeof json === "string" ? json : JSON.stringify(json) }),
      ...(either && { signal: either }),
    });
    if (response.status >= 200 && response.status < 300) return response;
    const retryAfterMs = parseRetryAfter(response.headers["retry-after"], Date.now());
    const { status, body } = response;
    // Without a well-formed body in time, the error has no code.
    const limited = limitTime(body, afterStatusMs);
    const code = readErrorCode(await readJson(limited, errorReplyBytes).catch(() => null));
    throw new PeerError("refused", `It answered ${status}.`, { status, code, retryAfterMs });
  }
}

function badReply({ status }: PeerResponse, message: string): PeerError {
  return new PeerError("bad-reply", message, { status });
}
