import { type FigureWorker, keyOf, readReferences, themeDiagram } from "@freehold/web";
import type { RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { readMarkdown } from "../../domain/contents/open.ts";
import { findPublicPost } from "../../domain/publications/public-posts.ts";
import { isUnchanged } from "../bytes/conditions.ts";
import { limits } from "../limits.ts";
import { nothing } from "./nothing.ts";
import { readKey } from "./read-key.ts";

/** GET /publications/:key/diagrams/:name: a diagram of a post, from 1, as a picture in which nothing runs. */
export function getDiagram(
  ctx: Pick<Context, "store" | "blobs">,
  figureWorker: FigureWorker,
): RouteHandlerMethod {
  return async (request, reply) => {
    const { key, name } = request.params as { key: string; name: string };
    const number = Number(/^([1-9]\d{0,3})\.svg$/.exec(name)?.[1] ?? 0);
    const found = number === 0 ? null : await findPublicPost(ctx, readKey(key));
    const markdown = found && (await readMarkdown(ctx, found.post, limits.renderedMarkdownBytes));
    if (!found || markdown === null) throw nothing();
    const { theme: asked } = request.query as { theme?: unknown };
    const theme = asked === "dark" ? "dark" : "light";
    const etag = `"${found.post.contentHash.slice(2, 34)}-${number}-${theme}"`;
    reply
      .header("cache-control", "no-cache")
      .header("etag", etag)
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("x-content-type-options", "nosniff");
    if (isUnchanged(request.headers, { etag, lastModified: null })) return reply.code(304).send();
    const figure = readReferences(markdown).figures.filter(({ kind }) => kind === "diagram")[number - 1];
    const drawn = figure && (await figureWorker.draw([figure])).get(keyOf(figure));
    if (drawn?.kind !== "picture") throw nothing();
    return reply.type("image/svg+xml; charset=utf-8").send(themeDiagram(drawn, theme));
  };
}
