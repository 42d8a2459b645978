import { request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { isIP } from "node:net";
import { checkServerIdentity, connect, type TLSSocket } from "node:tls";
import { KiB } from "@freehold/protocol/internal";
import type { Config } from "../config/config.ts";
import { isGlobalUnicast } from "./address-policy.ts";
import { connectSocket } from "./connect-socket.ts";
import type { GuardOptions } from "./guarded-connector.ts";
import { readAuthorities } from "./peers.ts";
import {
  createFindAlias,
  createNameResolver,
  type FindAlias,
  type FoundAddresses,
  findAddresses,
  type NameResolver,
} from "./resolve-name.ts";

const ownReplyBytes = 64 * KiB; // the answer of this node's own server to a command

/** The view of this node from the network, to find problems on the way to it. */
export interface NetworkProbe extends Disposable {
  findAddresses(host: string): Promise<FoundAddresses>;
  /** @throws AppError of `notAllowed`, or an error of connection and handshake with its `code` */
  inspectCertificate(
    target: { host: string; address: string; port: number },
    signal: AbortSignal,
  ): Promise<ServedCertificate>;
  /** Asks the server on its own port. @throws an error of the connection with its `code` */
  callHere(path: string, signal: AbortSignal): Promise<AnswerHere>;
  /** The SHA-256 of the certificate that the server on its own port shows. @throws an error of connection or handshake */
  fingerprintHere(signal: AbortSignal): Promise<string>;
  /** Whether other nodes would connect to this address, as far as this one judges. */
  isAllowedAddress(address: string): boolean;
}

/** The network's edge, which tests replace. */
export interface NetworkProbeEdges {
  resolver?: NameResolver;
  findAlias?: FindAlias;
}

/** @throws Error when the file of `peerCa` can't be read or holds no certificate */
export function createNetworkProbe(
  config: Pick<Config, "allowPrivatePeers" | "peerCa" | "peerPorts" | "host" | "port" | "tls">,
  edges: NetworkProbeEdges = {},
): NetworkProbe {
  const resolver = edges.resolver ?? createNameResolver({ preferSystem: config.allowPrivatePeers });
  const findAlias = edges.findAlias ?? createFindAlias();
  const authorities = readAuthorities(config.peerCa);
  const guard = {
    isAllowedAddress: config.allowPrivatePeers ? () => true : isGlobalUnicast,
    ports: config.peerPorts,
    resolver,
    get secureContext() {
      return authorities();
    },
  };
  return {
    findAddresses: (host) => findAddresses(host, { resolver, findAlias }),
    inspectCertificate: (target, signal) => inspectCertificate(target, guard, signal),
    callHere: (path, signal) => callHere(config, path, signal),
    fingerprintHere: (signal) => fingerprintHere(config, signal),
    isAllowedAddress: guard.isAllowedAddress,
    [Symbol.dispose]: () => resolver.cancel(),
  };
}

/** The certificate and TLS version that a server shows in a handshake. Nothing of it is trusted. */
export interface ServedCertificate {
  /** `TLSv1.3` */
  readonly version: string;
  /** An OpenSSL code such as UNABLE_TO_VERIFY_LEAF_SIGNATURE; null for a chain that leads to a trusted authority. */
  readonly chainProblem: string | null;
  /** Whether the certificate is for the host that was asked for. */
  readonly isForHost: boolean;
  /** Milliseconds of the Unix epoch. */
  readonly validFrom: number;
  readonly validUntil: number;
  /** The issuer that the certificate names; empty for none. */
  readonly issuer: string;
}

/** Errors of the certificate rather than of its chain; `isForHost` and the times show them. */
const notOfTheChain: ReadonlySet<string> = new Set([
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
]);

/**
 * Opens a TLS connection under the guard of all calls, and returns the certificate, valid or not. Nothing is sent and
 * nothing is read.
 *
 * @param target one of the addresses of the host, which is named in the handshake
 * @throws AppError of `notAllowed`, or an error of connection and handshake with its `code`: HANDSHAKE_TIMEOUT for a server
 *   that takes the connection and says nothing
 */
async function inspectCertificate(
  target: { host: string; address: string; port: number },
  guard: Pick<GuardOptions, "isAllowedAddress" | "ports" | "resolver" | "secureContext">,
  signal: AbortSignal,
): Promise<ServedCertificate> {
  const { host, address, port } = target;
  const socket = await connectSocket({ host: address, port }, guard, signal);
  const secure = connect({
    socket,
    ...(isIP(host) === 0 && { servername: host }),
    ...(guard.secureContext && { secureContext: guard.secureContext }),
    // It is checked here: its faults are the answer.
    rejectUnauthorized: false,
  });
  return await handshake(secure, signal, () => describe(secure, host));
}

/** @throws an error with a `code`: HANDSHAKE_TIMEOUT for a server that says nothing until the signal */
async function handshake<T>(secure: TLSSocket, signal: AbortSignal, read: () => T): Promise<T> {
  const giveUp = () => secure.destroy(withCode("The server said nothing.", "HANDSHAKE_TIMEOUT"));
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      secure.once("secureConnect", resolve);
      secure.once("error", reject);
      secure.once("close", () => reject(withCode("It hung up.", "ECONNRESET")));
    });
    return read();
  } finally {
    signal.removeEventListener("abort", giveUp);
    secure.on("error", () => {}).destroy();
  }
}

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code });

function describe(socket: TLSSocket, host: string): ServedCertificate {
  const certificate = socket.getPeerCertificate();
  const problem: unknown = socket.authorizationError ?? null;
  const code = problem instanceof Error && "code" in problem ? String(problem.code) : problem;
  return {
    version: socket.getProtocol() ?? "",
    chainProblem: typeof code === "string" && !notOfTheChain.has(code) ? code : null,
    isForHost: checkServerIdentity(host, certificate) === undefined,
    validFrom: Date.parse(certificate.valid_from),
    validUntil: Date.parse(certificate.valid_to),
    issuer: [certificate.issuer?.O ?? certificate.issuer?.CN ?? ""].flat().join(", "),
  };
}

/** The answer of this configuration's server on its own port. */
export interface AnswerHere {
  readonly status: number;
  /** At most 64 KiB. */
  readonly body: string;
}

/**
 * Asks the server that listens on this machine as the configuration says, without DNS or a proxy. It is no call to
 * anybody else, so its certificate, which is for the public name, is not looked at.
 *
 * @throws an error of the connection with its `code`, or the reason of the signal
 */
async function callHere(
  { host, port, tls }: Pick<Config, "host" | "port" | "tls">,
  path: string,
  signal: AbortSignal,
): Promise<AnswerHere> {
  const request = tls === null ? requestPlain : requestSecure;
  const options = { host: reachableAs(host), port, path, signal, agent: false, rejectUnauthorized: false };
  return await new Promise((resolve, reject) => {
    const call = request(options, async (reply) => {
      try {
        let body = "";
        for await (const chunk of reply.setEncoding("utf8")) {
          body += chunk;
          if (body.length > ownReplyBytes) break;
        }
        resolve({ status: reply.statusCode ?? 0, body });
      } catch (error) {
        reject(error);
      }
    });
    call.once("error", reject);
    call.end();
  });
}

async function fingerprintHere(
  { host, port }: Pick<Config, "host" | "port">,
  signal: AbortSignal,
): Promise<string> {
  const secure = connect({ host: reachableAs(host), port, rejectUnauthorized: false });
  return await handshake(secure, signal, () => secure.getPeerCertificate().fingerprint256);
}

/** "All addresses of the machine" is not an address to call. */
function reachableAs(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  return host === "::" ? "::1" : host;
}
