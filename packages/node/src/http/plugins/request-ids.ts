import type { IncomingMessage } from "node:http";
import type { Config } from "../../config/config.ts";
import { trustsAddress } from "../../config/setting-values.ts";

export const requestIdHeader = "x-request-id";
/** The ids that a proxy may set. Other characters could forge log lines. */
const validId = /^[A-Za-z0-9][\w.:-]{0,99}$/;

/**
 * Gives each request an id for the log, which its client gets too. A trusted proxy may set it, so that both logs can be
 * compared.
 */
export function createRequestIds({
  trustProxy,
}: Pick<Config, "trustProxy">): (request: IncomingMessage) => string {
  const isTrusted = trustsAddress(trustProxy);
  // Short, and different for requests of this process.
  const start = Date.now().toString(36);
  let count = 0;
  return ({ headers, socket }) => {
    const given = headers[requestIdHeader];
    if (typeof given === "string" && validId.test(given) && isTrusted(socket.remoteAddress ?? ""))
      return given;
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}
