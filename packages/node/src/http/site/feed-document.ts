import { feedFormats } from "@freehold/web";
import type { FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import type { ReadFeed } from "../../domain/found/deliver-feed.ts";
import { decodePathSegment } from "../../domain/parse-address.ts";
import { readFeed } from "./feeds.ts";
import { createSite, type Site } from "./site.ts";
import { createTexts, openFigureWorker, type Texts } from "./texts.ts";

type Needs = Pick<Context, "store" | "blobs" | "owner" | "clock" | "config">;

const sites = new WeakMap<object, Promise<{ site: Site; pages: Texts }>>();

async function openSite(ctx: Needs): Promise<{ site: Site; pages: Texts }> {
  // Feeds show no figures, so its thread never starts.
  return { site: await createSite(ctx), pages: createTexts(ctx, openFigureWorker()) };
}

/** Makes the feeds of a node for its subscribers, in the site's own language, as the site itself makes them. */
export function feedReader(ctx: Needs): ReadFeed {
  return async (path) => {
    const [, segment, file] = /^(?:\/tags\/([^/]+))?\/([^/]+)$/.exec(path) ?? [];
    const format = feedFormats.find((one) => one.file === file);
    const tag = segment === undefined ? null : decodePathSegment(segment);
    if (!format || (segment !== undefined && tag === null)) return null;
    const opened = sites.get(ctx.store) ?? openSite(ctx);
    sites.set(ctx.store, opened);
    const { site, pages } = await opened;
    const feed = await readFeed({ ...ctx, pages }, { format, tag });
    if (feed === null) return null;
    await site.load();
    const view = site.viewFor({ url: path, headers: {}, routeOptions: { url: path } } as FastifyRequest);
    const { owner } = view;
    if (!owner) return null;
    return {
      mediaType: `${format.mediaType}; charset=utf-8`,
      body: await feed.render({ ...view, owner }),
    };
  };
}
