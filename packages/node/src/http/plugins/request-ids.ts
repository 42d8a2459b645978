import type { FastifyInstance } from "fastify";
import type { Config } from "../../config/config.ts";
import { trustsAddress } from "../../config/setting-values.ts";

const header = "x-request-id";
/** What a proxy may call a request: anything else could be made to look like something in the log. */
const name = /^[A-Za-z0-9][\w.:-]{0,99}$/;

/**
 * Tells every client the name under which its request is in the log. A proxy that is trusted may give the name, so that its
 * log and this one can be read side by side.
 */
export function setRequestIds(app: FastifyInstance, { trustProxy }: Pick<Config, "trustProxy">): void {
  const isTrusted = trustsAddress(trustProxy);
  app.addHook("onRequest", (request, reply, done) => {
    const given = request.headers[header];
    if (typeof given === "string" && name.test(given) && isTrusted(request.socket.remoteAddress ?? "")) {
      request.id = given;
    }
    reply.header(header, request.id);
    done();
  });
}
