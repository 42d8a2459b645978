import type { RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { diagnoseForInstaller } from "../../domain/diagnosis/diagnose-for-installer.ts";
import { isRefusal } from "../../errors.ts";
import { readGivenCode } from "./install.ts";

/**
 * POST /api/install/diagnosis: `{ "url"? }` in, `{ "checks": [{ id, area, state, finding, advice, said }] }` out, for
 * a client that sends the setup code, where `said` has the same in parts that can be said in any language; else `{ "error", "message" }`.
 */
export function diagnoseInstallation(ctx: Context): RouteHandlerMethod {
  return async (request, reply) => {
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort());
    reply.header("cache-control", "no-store");
    try {
      const { url } = Object(request.body) as { url?: unknown };
      const asked = { url, setupCode: readGivenCode(request), signal: gone.signal };
      return await reply.send({ checks: await diagnoseForInstaller(ctx, asked) });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return reply.code(error.status).send({ error: error.code, message: error.message });
    }
  };
}
