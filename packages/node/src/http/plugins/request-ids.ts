import type { FastifyInstance } from "fastify";
import type { Config } from "../../config/config.ts";
import { trustsAddress } from "../../config/setting-values.ts";

const header = "x-request-id";
/** The ids that a proxy may set. Other characters could forge log lines. */
const validId = /^[A-Za-z0-9][\w.:-]{0,99}$/;

/**
 * Sends each client the id of its request in the log. A trusted proxy may set the id, so that both logs can be compared.
 */
export function setRequestIds(app: FastifyInstance, { trustProxy }: Pick<Config, "trustProxy">): void {
  const isTrusted = trustsAddress(trustProxy);
  app.addHook("onRequest", (request, reply, done) => {
    const given = request.headers[header];
    if (typeof given === "string" && validId.test(given) && isTrusted(request.socket.remoteAddress ?? "")) {
      request.id = given;
    }
    reply.header(header, request.id);
    done();
  });
}
