import type { RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { checkMailTransport } from "../../domain/settings/check-mail-transport.ts";
import { createQueue } from "../../limiter/queue.ts";
import { limits } from "../limits.ts";
import { clientOf } from "../plugins/limit-requests.ts";

/** POST /api/smtp_check (specification 4.10, decisions 7): whether mail can be handed to a server. */
export function checkSmtp(ctx: Pick<Context, "config">): RouteHandlerMethod {
  const checks = createQueue({ atATime: limits.smtpChecks, waiting: limits.smtpChecksWaiting });
  return async (request, reply) => {
    const { mailTransport } = Object(request.body) as { mailTransport?: unknown };
    const check = await checks.run(clientOf(request), () => checkMailTransport(ctx, mailTransport));
    return reply
      .code(check.valid ? 200 : 400)
      .header("cache-control", "no-store")
      .send(check);
  };
}
