import { limits } from "../limits.ts";
import { limitBytes, tapBytes } from "./body.ts";
import { PeerError } from "./peer-error.ts";

/**
 * The header `Retry-After` (RFC 9110, 10.2.3) as milliseconds from now.
 *
 * @param value seconds, or an HTTP date
 * @param now milliseconds of the Unix epoch
 * @returns null without a valid value; never negative
 */
export function parseRetryAfter(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? "";
  if (/^[0-9]{1,10}$/.test(text)) return Number(text) * 1000;
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(date - now, 0);
}

/** One call to another node. */
export interface PeerRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** The maximum size of the reply's body, in bytes. */
  maxBytes: number;
  /** The time limit up to the last byte of the reply's body, in milliseconds. */
  deadlineMs: number;
  signal?: AbortSignal;
}

/** The reply of a node. Read its body, or end it with its iterator's `return`. */
export interface PeerResponse {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  body: AsyncIterable<Uint8Array>;
}

/**
 * Sends a call to a node. Enforces deadline and size limit, and follows up to three redirects, only to HTTPS. Throws
 * PeerError, also while the body is read.
 */
export type Transport = (request: PeerRequest) => Promise<PeerResponse>;

/**
 * A transport over the global `fetch`. In a browser it follows no redirects: `fetch` does not reveal their targets there.
 */
export const fetchTransport: Transport = async (request) => {
  const deadline = AbortSignal.timeout(request.deadlineMs);
  const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
  const response = await follow(request, signal);
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: readChunks(response, request.maxBytes, signal),
  };
};

async function follow(request: PeerRequest, signal: AbortSignal): Promise<Response> {
  let url = request.url;
  for (let hops = 0; hops <= limits.redirects; hops++) {
    const response = await callOnce({ ...request, url }, signal);
    const location = redirectOf(request.method, response, url);
    if (location === null) return response;
    await response.body?.cancel();
    url = location;
  }
  throw new PeerError("bad-reply", `It redirects more than ${limits.redirects} times.`);
}

async function callOnce(request: PeerRequest, signal: AbortSignal): Promise<Response> {
  if (URL.parse(request.url)?.protocol !== "https:")
    throw new PeerError("bad-reply", "It is not at an HTTPS URL.");
  const { method, headers, body = null } = request;
  try {
    const response = await fetch(request.url, { method, headers, body, signal, redirect: "manual" });
    if (response.type === "opaqueredirect") throw new PeerError("bad-reply", "It redirects.");
    return response;
  } catch (error) {
    throw asPeerError(error, signal);
  }
}

/** The target of a redirect; null for any other reply. A body is sent again only after 307 and 308. */
function redirectOf(method: string, response: Response, from: string): string | null {
  const repeatable = method === "GET" || method === "HEAD" ? [301, 302, 303, 307, 308] : [307, 308];
  const location = response.headers.get("location");
  if (location === null || !repeatable.includes(response.status)) return null;
  const target = URL.parse(location, from);
  if (target?.protocol !== "https:")
    throw new PeerError("bad-reply", "It redirects to a URL that is not HTTPS.");
  return target.href;
}

function readChunks({ body }: Response, maxBytes: number, signal: AbortSignal): PeerResponse["body"] {
  const source = limitBytes(body ?? new Blob([]).stream(), maxBytes);
  return tapBytes(source, { error: (error) => asPeerError(error, signal) });
}

function asPeerError(error: unknown, signal: AbortSignal): PeerError {
  if (error instanceof PeerError) return error;
  const { aborted, reason } = signal;
  const isLate = aborted && reason instanceof DOMException && reason.name === "TimeoutError";
  if (isLate) return new PeerError("timeout", "It did not answer in time.", { cause: error });
  const message = aborted ? "The call was given up." : "No connection.";
  return new PeerError("unreachable", message, { cause: error });
}
