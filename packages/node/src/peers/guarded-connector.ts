import type { LookupAddress } from "node:dns";
import { isIP, type LookupFunction, Socket } from "node:net";
import type { SecureContext } from "node:tls";
import { buildConnector } from "undici";
import type { NameResolver } from "./resolve-name.ts";

export type TargetProblem = "SCHEME_NOT_ALLOWED" | "PORT_NOT_ALLOWED" | "ADDRESS_NOT_ALLOWED";

/** This node does not connect to such a place. */
export class TargetNotAllowedError extends Error {
  readonly code: TargetProblem;
  constructor(code: TargetProblem) {
    super(`Not a place to connect to: ${code}.`);
    this.name = "TargetNotAllowedError";
    this.code = code;
  }
}

export interface GuardOptions {
  /** Which addresses may be connected to. */
  readonly isAllowedAddress: (ip: string) => boolean;
  readonly ports: readonly number[] | "any";
  readonly resolver: NameResolver;
  /** Whom to trust; the system's authorities by default. Certificates are checked in any case (decisions 8). */
  readonly secureContext?: SecureContext;
  /** Look-up, connection and TLS together, in ms. */
  readonly timeoutMs: number;
}

export interface GuardedConnector {
  readonly connect: buildConnector.connector;
  /** Destroys every connection, and those that are being made. */
  close(): void;
}

/**
 * The one place where connections to other nodes are made. An address that is written in the URL is checked before;
 * those of a name are checked when it is resolved, and only what passed is connected to; and what the socket is
 * connected to in the end is looked at once more, so that no change of a name between check and use matters.
 */
export function createGuardedConnector(options: GuardOptions): GuardedConnector {
  const { isAllowedAddress, resolver, secureContext } = options;
  const sockets = new Set<Socket>();
  const connectTls = buildConnector({
    allowH2: false,
    rejectUnauthorized: true,
    timeout: options.timeoutMs,
    lookup: checkedLookup(resolver, isAllowedAddress),
    autoSelectFamilyAttemptTimeout: 2000,
    ...(secureContext === undefined ? {} : { secureContext }),
  });

  return {
    connect(target, callback) {
      const problem = findProblem(target, options);
      if (problem !== null) {
        queueMicrotask(() => callback(new TargetNotAllowedError(problem), null));
        return;
      }
      const socket: unknown = connectTls(target, (...[error, connected]) => {
        if (error !== null) {
          callback(error, null);
        } else if (connected.remoteAddress === undefined || !isAllowedAddress(connected.remoteAddress)) {
          connected.destroy();
          callback(new TargetNotAllowedError("ADDRESS_NOT_ALLOWED"), null);
        } else {
          callback(null, connected);
        }
      });
      if (socket instanceof Socket) {
        sockets.add(socket);
        socket.once("close", () => sockets.delete(socket));
      }
    },
    close() {
      resolver.cancel();
      for (const socket of sockets) {
        socket.destroy();
      }
    },
  };
}

function findProblem(target: buildConnector.Options, options: GuardOptions): TargetProblem | null {
  if (target.protocol !== "https:") {
    return "SCHEME_NOT_ALLOWED";
  }
  if (options.ports !== "any" && !options.ports.includes(Number(target.port || 443))) {
    return "PORT_NOT_ALLOWED";
  }
  const host = target.hostname.replace(/^\[(.*)\]$/, "$1");
  // A literal never reaches the look-up.
  return isIP(host) !== 0 && !options.isAllowedAddress(host) ? "ADDRESS_NOT_ALLOWED" : null;
}

function checkedLookup(resolver: NameResolver, isAllowedAddress: (ip: string) => boolean): LookupFunction {
  return (hostname, { all, family }, callback) => {
    resolver.resolve(hostname).then(
      (found) => {
        const wanted =
          family === 4 || family === 6 ? found.filter((one) => one.family === family) : [...found];
        const allowed: LookupAddress[] = wanted.filter(({ address }) => isAllowedAddress(address));
        const [first] = allowed;
        if (first === undefined) {
          callback(new TargetNotAllowedError("ADDRESS_NOT_ALLOWED"), []);
        } else if (all) {
          callback(null, allowed);
        } else {
          callback(null, first.address, first.family);
        }
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}
