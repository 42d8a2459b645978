import { connect, isIP, Socket } from "node:net";
import type { SecureContext } from "node:tls";
import { buildConnector } from "undici";
import type { TargetProblem } from "./address-policy.ts";
import { checkedLookup, notAllowed } from "./address-policy.ts";
import { limits } from "./limits.ts";
import type { NameResolver } from "./resolve-name.ts";

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
    autoSelectFamilyAttemptTimeout: limits.nextAddressMs,
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

/** A host name or an address without brackets, and a port. */
export interface SocketTarget {
  readonly host: string;
  readonly port: number;
}

/**
 * A plain TCP connection under the same guard as calls to other nodes: what is connected to is an address that was
 * checked, whatever way it was written.
 *
 * @param signal gives up; the socket that was made stays
 * @returns the connected socket, which is the caller's to destroy
 * @throws AppError of `notAllowed`, an error of the look-up or of the connection with its `code`, or the signal's reason
 */
export async function connectSocket(
  { host, port }: SocketTarget,
  { isAllowedAddress, ports, resolver }: Pick<GuardOptions, "isAllowedAddress" | "ports" | "resolver">,
  signal: AbortSignal,
): Promise<Socket> {
  signal.throwIfAborted();
  if (ports !== "any" && !ports.includes(port)) throw notAllowed("PORT_NOT_ALLOWED");
  // A literal never reaches the look-up.
  if (isIP(host) !== 0 && !isAllowedAddress(host)) throw notAllowed("ADDRESS_NOT_ALLOWED");
  const socket = connect({ host, port, lookup: checkedLookup(resolver, isAllowedAddress) });
  const giveUp = () => socket.destroy(signal.reason);
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
  if (socket.remoteAddress === undefined || !isAllowedAddress(socket.remoteAddress)) {
    socket.destroy();
    throw notAllowed("ADDRESS_NOT_ALLOWED");
  }
  return socket;
}
