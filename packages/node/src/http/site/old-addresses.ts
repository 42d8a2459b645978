import type { Context } from "../../context.ts";
import { findMoved, type OldAddress } from "../../domain/publications/old-addresses.ts";
import { type FailurePage, zoneOf } from "../present-error.ts";
import { findOldFeed } from "./generator-addresses.ts";
import { redirectToNew } from "./respond.ts";
import type { SiteHosts } from "./site-hosts.ts";

const forgivenLength = 1_000; // a longer address with too many slashes is not redirected

/**
 * Answers for an address that the site had before: redirects to the present host, or there to the new one (301), or says that it is gone (410). A path
 * with doubled slashes or one at its end leads to the clean one. Asked only before a 404, so that it costs nothing else.
 */
export function answerOldAddresses(
  { hosts, ...ctx }: Pick<Context, "store" | "owner" | "log"> & { readonly hosts: SiteHosts },
  failurePage: FailurePage,
): FailurePage {
  return (reply, status) => {
    const { method, url, id } = reply.request;
    if (status !== 404 || (method !== "GET" && method !== "HEAD")) return failurePage(reply, status);
    const present = hosts.redirectOf(reply.request);
    if (present !== null) return redirectToNew(reply, present);
    findAnswer(ctx, url).then(
      (found) => {
        if (found === null) return failurePage(reply, status);
        if (found === "gone") return failurePage(reply, 410);
        return redirectToNew(reply, found.path);
      },
      (error: unknown) => {
        ctx.log.error({ id, err: error }, "an old address was not looked up");
        failurePage(reply, status);
      },
    );
    return reply;
  };
}

async function findAnswer(ctx: Pick<Context, "store" | "owner">, url: string): Promise<OldAddress | null> {
  const found = (await findMoved(ctx, url)) ?? (await findOldFeed(ctx, url));
  if (found !== null) return found;
  const path = cleanPath(url);
  return path === url || zoneOf(path) !== "site" ? null : { path };
}

/**
 * The address without doubled slashes and without a slash at its end. It stays on this site: it begins with one slash. A
 * path with a backslash, which browsers take for a slash, and a long path are left as they are.
 */
export function cleanPath(url: string): string {
  const end = url.indexOf("?");
  const [path, query] = end === -1 ? [url, ""] : [url.slice(0, end), url.slice(end)];
  if (path.includes("\\") || url.length > forgivenLength) return url;
  const single = path.replace(/\/{2,}/g, "/");
  return `${single.length > 1 && single.endsWith("/") ? single.slice(0, -1) : single}${query}`;
}
