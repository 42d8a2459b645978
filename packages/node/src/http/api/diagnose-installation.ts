import type { RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { diagnoseForInstaller } from "../../domain/diagnosis/diagnose-for-installer.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import { readGivenCode } from "./install.ts";

const statuses: Partial<Record<ErrorCode, number>> = {
  CONFLICT: 409,
  FORBIDDEN: 403,
  VALIDATION_FAILED: 400,
  RATE_LIMITED: 429,
};

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
      const status = error instanceof AppError ? statuses[error.code] : undefined;
      if (!(error instanceof AppError) || status === undefined) throw error;
      return reply.code(status).send({ error: error.code, message: error.message });
    }
  };
}
