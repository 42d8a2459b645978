import { isIP, Socket } from "node:net";
import type { SecureContext } from "node:tls";
import { buildConnector } from "undici";
import type { TargetProblem } from "./address-policy.ts";
import { checkedLookup, notAllowed } from "./address-policy.ts";
import type { NameResolver } from "./resolve-name.ts";

const nextAddressMs = 2_000; // one address of a name, before the next one is tried

export interface GuardOptions {
  /** Which addresses may be connected to. */
  readonly isAllowedAddress: (ip: string) => boolean;
  readonly ports: readonly number[] | "any";
  readonly resolver: NameResolver;
  /** The trusted authorities; by default the system's. Certificates are always checked (decisions 8). */
  readonly secureContext?: SecureContext;
  /** Look-up, connection and TLS together, in ms. */
  readonly timeoutMs: number;
}

export interface GuardedConnector {
  readonly connect: buildConnector.connector;
  /** How many connections are open, or being made. */
  readonly open: number;
  /** Destroys every connection, and those that are being made. */
  close(): void;
}

/**
 * The one place where connections to other nodes are made. An address that is written in the URL is checked before; those
 * of a name are checked when it is resolved, and only these are connected to. The address of the open socket is checked
 * once more, so that a name that changes between check and use has no effect.
 */
export function createGuardedConnector(options: GuardOptions): GuardedConnector {
  const { isAllowedAddress, resolver, secureContext } = options;
  const sockets = new Set<Socket>();
  const connectTls = buildConnector({
    allowH2: false,
    rejectUnauthorized: true,
    timeout: options.timeoutMs,
    lookup: checkedLookup(resolver, isAllowedAddress),
    autoSelectFamilyAttemptTimeout: nextAddressMs,
    ...(secureContext === undefined ? {} : { secureContext }),
  });

  return {
    connect(target, callback) {
      const problem = findProblem(target, options);
      if (problem !== null) {
        queueMicrotask(() => callback(notAllowed(problem), null));
        return;
      }
      const socket: unknown = connectTls(target, (...[error, connected]) => {
        if (error !== null) {
          callback(error, null);
        } else if (connected.remoteAddress === undefined || !isAllowedAddress(connected.remoteAddress)) {
          connected.destroy();
          callback(notAllowed("ADDRESS_NOT_ALLOWED"), null);
        } else {
          callback(null, connected);
        }
      });
      if (socket instanceof Socket) {
        sockets.add(socket);
        socket.once("close", () => sockets.delete(socket));
      }
    },
    get open() {
      return sockets.size;
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
