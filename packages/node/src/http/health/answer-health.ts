import type { FastifyInstance } from "fastify";
import type { Context } from "../../context.ts";
import { readInstallation } from "../../domain/installation/read-installation.ts";

/**
 * For what watches over the process: `/livez` says that it runs, `/readyz` that it can answer, which takes the
 * database. A node without an owner is ready too: it waits for one.
 */
export function answerHealth(app: FastifyInstance, ctx: Pick<Context, "store" | "log">): void {
  const method = ["GET", "HEAD"];
  app.route({
    method,
    url: "/livez",
    handler: async (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }),
  });
  app.route({
    method,
    url: "/readyz",
    handler: async (_request, reply) => {
      reply.header("cache-control", "no-store");
      try {
        const { installed } = await readInstallation(ctx);
        return reply.send({ status: "ok", installed });
      } catch (error) {
        ctx.log.error({ err: error }, "the database can't be read");
        return reply.code(503).send({ status: "unavailable" });
      }
    },
  });
}
