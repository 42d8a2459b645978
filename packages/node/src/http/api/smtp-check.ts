import { valueAt } from "@freehold/protocol/internal";
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { checkMailTransport } from "../../domain/settings/mail-settings.ts";
import { isRefusal } from "../../errors/errors.ts";
import { createQueue } from "../../limiter/queue.ts";
import { requireCaller } from "../caller.ts";
import { type ApiPaths, json, jsonAnswer, object, text } from "../openapi/parts.ts";
import { clientOf } from "../plugins/limit-requests.ts";

const smtpChecks = 4; // mail servers that are checked side by side
const smtpChecksWaiting = 16; // checks of a mail server that wait

/**
 * POST /api/smtp_check (specification 4.10, decisions 7 and 9): whether mail can be handed to a server. Open to anybody;
 * once the node has an owner a login is tried for the owner's session alone, so that nobody guesses passwords through it.
 */
export function checkSmtp(ctx: Context): RouteHandlerMethod {
  const checks = createQueue({ atATime: smtpChecks, waiting: smtpChecksWaiting });
  return async (request, reply) => {
    const mailTransport = valueAt(request.body, "mailTransport");
    const check = await checks.run(clientOf(request), async () => {
      const skipLogin = !(await mayLogIn(ctx, request, reply));
      return await checkMailTransport(ctx, mailTransport, { skipLogin });
    });
    return reply
      .code(check.valid ? 200 : 400)
      .header("cache-control", "no-store")
      .send(check);
  };
}

async function mayLogIn(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  if ((await ctx.owner.get()) === null) return true;
  try {
    return (await requireCaller(ctx, request, reply)).kind === "client";
  } catch (error) {
    // A credential that does not count here leaves its sender anybody.
    if (isRefusal(error)) return false;
    throw error;
  }
}

/** The description of these routes for `/api/openapi.json`. */
export const smtpCheckApi: ApiPaths = {
  "/api/smtp_check": {
    post: {
      operationId: "checkSmtp",
      summary: "Checks whether a mail server takes mails",
      requestBody: { required: true, content: json(object({ mailTransport: text })) },
      responses: {
        200: jsonAnswer("It can.", object({ valid: { const: true } })),
        400: jsonAnswer("It can't.", object({ valid: { const: false }, error: text })),
      },
    },
  },
};
