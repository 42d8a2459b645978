import type { Messages } from "@freehold/web";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Context } from "../../context.ts";
import { confirmComment } from "../../domain/comments/confirm.ts";
import { confirmCommentDeletion } from "../../domain/comments/delete.ts";
import { addReadRoute } from "../read-route.ts";
import { explainCommentProblem } from "./comment-form.ts";
import { acceptForms } from "./forms.ts";
import type { Pages } from "./pages.ts";
import { isPageRefusal } from "./params.ts";

type Needs = Pick<Context, "store" | "owner" | "clock" | "events" | "recover">;

interface Link {
  id: number;
  token: string;
}

interface MailedLink {
  readonly path: string;
  page(messages: Messages): { readonly title: string; readonly text: string; readonly action: string };
  act(ctx: Needs, link: Link, messages: Messages): Promise<{ title: string; text: string }>;
}

const links: readonly MailedLink[] = [
  {
    path: "/comments/confirm",
    page: ({ comments: said }) => ({
      title: said.confirmTitle,
      text: said.confirmWords,
      action: said.confirmAction,
    }),
    async act(ctx, { id, token }, { comments: said }) {
      const { state } = await confirmComment(ctx, { id, tokenOrSignature: token });
      return { title: said.thanks, text: state === "published" ? said.published : said.held };
    },
  },
  {
    path: "/comments/delete",
    page: ({ comments: said }) => ({
      title: said.deleteTitle,
      text: said.deleteWords,
      action: said.deleteAction,
    }),
    async act(ctx, link, { comments: said }) {
      await confirmCommentDeletion(ctx, link);
      return { title: said.gone, text: said.deleted };
    },
  },
];

/**
 * The links of mails about comments (decisions 7). Opening one shows a page with a button, and only the button does
 * something: programs that look into mails open every link.
 */
export function answerComments(scope: FastifyInstance, ctx: Needs, pages: Pages): void {
  acceptForms(scope);
  for (const { path, page, act } of links) {
    addReadRoute(scope, path, async (request, reply) => {
      const link = readLink(request.query);
      if (link === null) return pages.failure(reply, 404);
      const said = page(pages.viewFor(request).messages);
      return pages.confirmation(reply, { ...said, path, fields: { ...link, id: String(link.id) } });
    });
    scope.route({
      method: "POST",
      url: path,
      handler: async (request, reply) => {
        const link = readLink(request.body);
        if (link === null) return pages.failure(reply, 404);
        const { messages } = pages.viewFor(request);
        return await answer(reply, pages, messages, () => act(ctx, link, messages));
      },
    });
  }
}

async function answer(
  reply: FastifyReply,
  pages: Pages,
  messages: Messages,
  act: () => Promise<{ title: string; text: string }>,
): Promise<FastifyReply> {
  try {
    return pages.notice(reply, 200, await act());
  } catch (error) {
    if (!isPageRefusal(error)) throw error;
    const problem = explainCommentProblem(error, messages);
    const sentence = error.code === "NOT_FOUND" ? messages.comments.tooLate : problem.text;
    return pages.notice(reply, problem.status, { title: messages.comments.failedTitle, text: sentence });
  }
}

/** The id and the token, as mails have them; null for anything else. */
function readLink(given: unknown): Link | null {
  const { id, token } = Object(given) as { id?: unknown; token?: unknown };
  const isLink = typeof id === "string" && /^[1-9]\d{0,14}$/.test(id);
  return isLink && typeof token === "string" && /^[\w-]{43}$/.test(token) ? { id: Number(id), token } : null;
}
