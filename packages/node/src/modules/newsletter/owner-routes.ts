import { Readable } from "node:stream";
import { EwpError } from "@freehold/protocol";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../domain/access/callers.ts";
import { findPublication } from "../../domain/publications/visible.ts";
import { readSettingValues } from "../../domain/settings/settings.ts";
import { protectBytes } from "../../http/bytes/send-bytes.ts";
import { endWithAuthority, requireCaller } from "../../http/caller.ts";
import { page } from "../../http/prices.ts";
import { priced } from "../../http/read-route.ts";
import { readId } from "../../http/site/forms.ts";
import type { SiteContext } from "../../http/site/pages.ts";
import { notFound } from "../../http/site/params.ts";
import { csvHeader, formatReader } from "./import-readers.ts";
import { listReaders } from "./readers.ts";
import { renderIssueOf } from "./sending/issue-mail.ts";

/** A mail has inline styles and pictures of this node; nothing else of it loads or runs. */
const previewPolicy = (pictures: readonly string[]) =>
  `default-src 'none'; style-src 'unsafe-inline'; img-src ${["'self'", ...pictures].join(" ")}; frame-ancestors 'none'; sandbox allow-popups`;

/**
 * Answers the newsletter pages for the owner's session: a post, also a draft, as its mail, and the readers as a table. All
 * other callers get 404.
 */
export function answerNewsletterOwner(scope: FastifyInstance, ctx: SiteContext): void {
  scope.get("/newsletter/preview/:id", priced(page), async (request, reply) => {
    await requireSession(ctx, request, reply);
    const id = readId((request.params as { id: string }).id);
    const post = await findPublication(ctx, { id });
    const own = await ctx.owner.get();
    if (post?.kind !== "POST" || !own) throw notFound();
    const { defaultLanguage: language } = await readSettingValues(ctx.store.db);
    const links = { preferences: "#", unsubscribe: "#" };
    const mail = await renderIssueOf(ctx)(post, { own, language, links });
    if (mail === null) throw notFound();
    const policy = previewPolicy(reply.server.contentOrigins);
    reply.header("content-security-policy", policy).header("cache-control", "no-store");
    reply.header("referrer-policy", "no-referrer");
    return reply.type("text/html; charset=utf-8").send(mail.html);
  });

  scope.get("/newsletter/readers.csv", priced(page), async (request, reply) => {
    endWithAuthority(ctx, await requireSession(ctx, request, reply), reply);
    protectBytes(reply.header("cache-control", "no-store")).header(
      "content-disposition",
      'attachment; filename="readers.csv"',
    );
    return reply.type("text/csv; charset=utf-8").send(Readable.from(writeReaders(ctx)));
  });
}

/** @throws EwpError NOT_FOUND for everybody but the owner in a session */
async function requireSession(
  ctx: SiteContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const caller = (await ctx.owner.get()) && (await requireCaller(ctx, request, reply));
  if (caller?.kind === "client") return caller;
  throw new EwpError("NOT_FOUND", "There is nothing at this path.");
}

const pageSize = 100;

async function* writeReaders(ctx: Pick<SiteContext, "store">): AsyncGenerator<string> {
  yield csvHeader;
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof listReaders>> = await listReaders(ctx, { first: pageSize, after });
    yield page.items.map(formatReader).join("");
    after = page.endCursor;
    if (!page.hasNextPage) return;
  }
}
