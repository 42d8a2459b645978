import { connect, isIP, type Socket } from "node:net";
import { checkedLookup, notAllowed } from "./address-policy.ts";
import type { GuardOptions } from "./guarded-connector.ts";

/** A host name or an address without brackets, and a port. */
export interface SocketTarget {
  readonly host: string;
  readonly port: number;
}

/**
 * A plain TCP connection under the same guard as calls to other nodes: it connects only to an address that was checked,
 * however it was written.
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
