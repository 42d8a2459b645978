import type { Context } from "../../context.ts";
import { findRedirect } from "../../domain/import/old-addresses.ts";
import type { FailurePage } from "../present-error.ts";

/**
 * Where the site has nothing, leads to the post that was at this address on another site (301). Asked only before a 404, so
 * that it costs nothing else.
 */
export function redirectOldAddresses(
  ctx: Pick<Context, "store" | "log">,
  failurePage: FailurePage,
): FailurePage {
  return (reply, status) => {
    const { method, url, id } = reply.request;
    if (status !== 404 || (method !== "GET" && method !== "HEAD")) return failurePage(reply, status);
    findRedirect(ctx, url).then(
      (path) => {
        if (path === null) return failurePage(reply, status);
        // The address of a post may change once more.
        return reply.header("cache-control", "public, max-age=3600").redirect(path, 301);
      },
      (error: unknown) => {
        ctx.log.error({ id, err: error }, "an old address was not looked up");
        failurePage(reply, status);
      },
    );
    return reply;
  };
}
