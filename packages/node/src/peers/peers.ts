import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";
import { EwpClient, type Form } from "@freehold/protocol";
import { LRUCache } from "lru-cache";
import type { Config } from "../config/config.ts";
import { isGlobalUnicast } from "./address-policy.ts";
import { createNameResolver } from "./resolve-name.ts";
import type { GuardedTransport, PeerTransport } from "./transport.ts";

const comparedClocks = 16; // hosts whose `Date` is remembered

/** The only way by which this node calls other servers. */
export interface Peers {
  /**
   * A client for the node at a base URL, which speaks the form that the node is known to speak; the baseline one where
   * nobody has asked it yet. Making one costs nothing and connects to nothing.
   */
  at(url: string, form?: Form | null): EwpClient;
  /** One call under the same guard to a host that is not a node: a push service, or an address that the owner named. */
  send: GuardedTransport;
  /**
   * The current times of the clocks of the hosts that answered last (ms), by their `Date` headers; each host once.
   *
   * @param except the own host, whose answers may be this node's; or null
   */
  readonly othersClocks?: (except: string | null) => readonly number[];
  /** The current time (ms) of the clock of a host, by its last answer; null where it said none. */
  readonly clockOf?: (host: string) => number | null;
  /** Ends every call and every connection. */
  close(): Promise<void>;
}

export interface PeersOptions {
  readonly config: Pick<Config, "peerCa" | "allowPrivatePeers" | "peerPorts">;
  /** The name of this node in requests: `Freehold/0.1 (+https://…)`. */
  readonly userAgent: string;
}

/**
 * Opens the guarded way to other nodes. Private addresses only where the configuration says so; that changes nothing
 * about https and certificates (decisions 8).
 * @throws Error when the file of `peerCa` can't be read or holds no certificate
 */
export function createPeers({ config, userAgent }: PeersOptions): Peers {
  const authorities = readAuthorities(config.peerCa);
  let loading: Promise<PeerTransport> | null = null;
  let isClosed = false;
  // The HTTP client is loaded with the first call.
  const open = async () => {
    const { createTransport } = await import("./transport.ts");
    const transport = createTransport({
      isAllowedAddress: config.allowPrivatePeers ? () => true : isGlobalUnicast,
      ports: config.peerPorts,
      resolver: createNameResolver({ preferSystem: config.allowPrivatePeers }),
      secureContext: authorities(),
    });
    if (isClosed) await transport.close();
    return transport;
  };
  const clocks = new LRUCache<string, { shows: number; at: number }>({ max: comparedClocks });
  const send: GuardedTransport = async (request) => {
    loading ??= open();
    const transport = await loading;
    const reply = await transport.send(request);
    const shows = Date.parse(reply.headers.date ?? "");
    if (!Number.isNaN(shows)) clocks.set(new URL(reply.url).hostname, { shows, at: performance.now() });
    return reply;
  };
  return {
    at: (url, form) => new EwpClient({ url, transport: send, userAgent, form: form ?? "baseline" }),
    send: (request) => send({ ...request, headers: { "User-Agent": userAgent, ...request.headers } }),
    othersClocks: (except) =>
      [...clocks]
        .filter(([host]) => host !== except)
        .map(([, { shows, at }]) => shows + (performance.now() - at)),
    clockOf(host) {
      const known = clocks.get(host);
      return known ? known.shows + (performance.now() - known.at) : null;
    },
    async close() {
      isClosed = true;
      const transport = await loading;
      await transport?.close();
    },
  };
}

/** The last context of trusted authorities, cached: to read the system's takes 10 ms. */
let known: { text: string; secureContext: SecureContext } | null = null;

/**
 * Reads the trusted authorities: the system's and those of a file.
 *
 * @param peerCa path of a PEM file, or null
 * @returns what gives them for a call; it reads the system's with the first one
 * @throws Error when the file can't be read or holds no certificate
 */
export function readAuthorities(peerCa: string | null): () => SecureContext {
  if (peerCa === null) return () => createSecureContext();
  const text = readFileSync(peerCa, "utf8");
  try {
    // TLS would ignore a text that is not a certificate.
    new X509Certificate(text);
  } catch (cause) {
    throw new Error(`The file ${peerCa} holds no certificate in PEM form.`, { cause });
  }
  return () => {
    if (known?.text !== text)
      known = { text, secureContext: createSecureContext({ ca: [...getCACertificates("default"), text] }) };
    return known.secureContext;
  };
}
