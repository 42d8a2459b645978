import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { confirmComment } from "../../domain/comments/confirm-comment.ts";
import { confirmCommentDeletion } from "../../domain/comments/confirm-comment-deletion.ts";
import { DomainError, type DomainErrorCode } from "../../domain/domain-error.ts";
import { limits } from "../limits.ts";
import type { Pages } from "./create-pages.ts";

type Needs = Pick<Context, "store" | "clock" | "events" | "recover">;

/** What a link says. */
interface Link {
  id: number;
  token: string;
}

/** A link of a mail: the page that it shows, and what its button does. */
interface MailedLink {
  readonly path: string;
  readonly page: { readonly title: string; readonly words: string; readonly action: string };
  act(ctx: Needs, link: Link): Promise<{ title: string; words: string }>;
}

const links: readonly MailedLink[] = [
  {
    path: "/comments/confirm",
    page: {
      title: "Is this comment yours?",
      words: "It was written with your mail address. When you confirm it, it is shown under your name.",
      action: "Confirm the comment",
    },
    async act(ctx, { id, token }) {
      const { state } = await confirmComment(ctx, { id, tokenOrSignature: token });
      return state === "published"
        ? { title: "Thank you", words: "Your comment is there for everybody to read." }
        : { title: "Thank you", words: "Your comment is shown when the owner of this house has seen it." };
    },
  },
  {
    path: "/comments/delete",
    page: {
      title: "Delete your comment?",
      words: "It goes for good, and nobody can bring it back.",
      action: "Delete the comment",
    },
    async act(ctx, link) {
      await confirmCommentDeletion(ctx, link);
      return { title: "It is gone", words: "Your comment was deleted." };
    },
  },
];

const statuses: Partial<Record<DomainErrorCode, number>> = { NOT_FOUND: 404, RATE_LIMITED: 429 };

/**
 * The links of mails about comments (decisions 7). Opening one shows a page with a button, and only the button does
 * something: programs that look into mails open every link.
 */
export function answerComments(scope: FastifyInstance, ctx: Needs, pages: Pages): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: limits.formBytes },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  for (const { path, page, act } of links) {
    scope.route({
      method: ["GET", "HEAD"],
      url: path,
      handler: async (request, reply) => {
        const link = readLink(request.query);
        if (link === null) return pages.failure(reply, 404);
        return pages.confirmation(reply, { ...page, path, fields: { ...link, id: String(link.id) } });
      },
    });
    scope.route({
      method: "POST",
      url: path,
      handler: async (request, reply) => {
        const link = readLink(request.body);
        if (link === null) return pages.failure(reply, 404);
        return await answer(reply, pages, () => act(ctx, link));
      },
    });
  }
}

async function answer(
  reply: FastifyReply,
  pages: Pages,
  act: () => Promise<{ title: string; words: string }>,
): Promise<FastifyReply> {
  try {
    return pages.notice(reply, 200, await act());
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const words = error.code === "NOT_FOUND" ? "It was done before, or it is too late." : error.message;
    return pages.notice(reply, statuses[error.code] ?? 400, { title: "This did not work", words });
  }
}

/** The id and the token, as mails have them; null for anything else. */
function readLink(given: unknown): Link | null {
  const { id, token } = Object(given) as { id?: unknown; token?: unknown };
  const isLink = typeof id === "string" && /^[1-9]\d{0,14}$/.test(id);
  return isLink && typeof token === "string" && /^[\w-]{43}$/.test(token) ? { id: Number(id), token } : null;
}
