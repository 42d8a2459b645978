import { request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import type { Config } from "../config/config.ts";
import { limits } from "./limits.ts";

/** What the server of this configuration answered on its own port. */
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
export async function callHere(
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
          if (body.length > limits.ownReplyBytes) break;
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

/** Every address of the machine is no address to call. */
function reachableAs(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  return host === "::" ? "::1" : host;
}
