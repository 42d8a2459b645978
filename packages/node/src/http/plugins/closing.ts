import type { FastifyInstance } from "fastify";
import { limits } from "../limits.ts";

/** Ends slow replies when the server closes: a reader who takes one slowly must not keep the process from stopping. */
export function endRepliesOnClose(app: FastifyInstance): void {
  app.addHook("preClose", (done) => {
    setTimeout(() => app.server.closeAllConnections(), limits.closingMs).unref();
    done();
  });
  app.addHook("onClose", (_app, done) => {
    // The framework closes one that listens. Another one has a timer, which would keep it in memory.
    if (!app.server.listening) app.server.close();
    done();
  });
}
