import type { FastifyInstance } from "fastify";
import { readIndexNowKey } from "../../domain/found/index-now.ts";
import { requestSubscription } from "../../domain/found/subscribe.ts";
import { isRefusal, toAppError } from "../../errors/errors.ts";
import { limits as limiterLimits } from "../../limiter/limits.ts";
import { limits } from "../limits.ts";
import { limitRoute } from "../plugins/limit-requests.ts";
import { addReadRoute } from "../read-route.ts";
import { acceptForms, readField } from "./forms.ts";
import type { SiteContext } from "./pages.ts";
import { notFound } from "./params.ts";
import { sendPlain } from "./webmention.ts";

/** POST /websub: the hub of this site's own feeds (W3C WebSub 5.1); and the file by which search engines know its word. */
export function answerHub(scope: FastifyInstance, ctx: SiteContext): void {
  acceptForms(scope, limits.commentFormBytes);
  const options = { onRequest: limitRoute(ctx.limiter.requests, ctx.refuser, limiterLimits.searchTokens) };

  scope.post("/websub", options, async (request, reply) => {
    // Without an owner there are no feeds.
    if (!(await ctx.owner.get())) throw notFound();
    const field = (name: string) => readField(request.body, `hub.${name}`);
    try {
      await requestSubscription(ctx, {
        ...{ mode: field("mode"), topic: field("topic"), callback: field("callback") },
        ...{ leaseSeconds: field("lease_seconds"), secret: field("secret") },
      });
      return sendPlain(reply, 202, "The callback will be asked.");
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return sendPlain(reply, toAppError(error)?.status ?? 400, error.message);
    }
  });

  addReadRoute(scope, "/:key(^[0-9a-f]{32}).txt", async (request, reply) => {
    const { key } = request.params as { key: string };
    if ((await readIndexNowKey(ctx.store.db)) !== key) throw notFound();
    return sendPlain(reply, 200, key);
  });
}
