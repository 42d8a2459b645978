import { type Messages, type Notice, renderOwnComment } from "@freehold/web";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { anybody } from "../../domain/access/callers.ts";
import { confirmComment } from "../../domain/comments/confirm.ts";
import { confirmCommentDeletion, destroyComment } from "../../domain/comments/delete.ts";
import { findPublicComment } from "../../domain/comments/read.ts";
import { hasCode } from "../../errors/errors.ts";
import { form, fresh } from "../prices.ts";
import { addReadRoute, priced } from "../read-route.ts";
import { explainCommentProblem } from "./comment-problem.ts";
import { acceptForms, comesFromElsewhere, readField, readId } from "./forms.ts";
import { wasComment } from "./lists/shrunk-lists.ts";
import type { SiteContext } from "./pages.ts";
import { isPageRefusal, rethrowAsNotFound } from "./params.ts";
import { toSiteComment } from "./texts/texts.ts";

interface Link {
  readonly id: number;
  readonly token: string;
}

interface MailedLink {
  readonly path: string;
  page(messages: Messages["comments"]): {
    readonly title: string;
    readonly text: string;
    readonly action: string;
  };
  act(ctx: SiteContext, link: Link, messages: Messages["comments"]): Promise<Notice>;
}

const links: readonly MailedLink[] = [
  {
    path: "/comments/confirm",
    page: ({ confirmTitle, confirmExplain, confirmAction }) => ({
      title: confirmTitle,
      text: confirmExplain,
      action: confirmAction,
    }),
    async act(ctx, { id, token }, { thanks, published, held }) {
      const { state } = await confirmComment(ctx, { id, tokenOrSignature: token });
      return { title: thanks, text: state === "published" ? published : held };
    },
  },
  {
    path: "/comments/delete",
    page: ({ deleteTitle, deleteExplain, deleteAction }) => ({
      title: deleteTitle,
      text: deleteExplain,
      action: deleteAction,
    }),
    async act(ctx, link, { gone, deleted }) {
      await confirmCommentDeletion(ctx, link);
      return { title: gone, text: deleted };
    },
  },
];

/**
 * The links of mails about comments (decisions 7). Opening one shows a page with a button, and only the button does
 * something: mail programs open every link.
 */
export function answerMailedLinks(scope: FastifyInstance, ctx: SiteContext): void {
  const { pages } = ctx;
  acceptForms(scope);
  for (const { path, page, act } of links) {
    addReadRoute(
      scope,
      path,
      async (request, reply) => {
        const link = readLink(request.query);
        if (link === null) return pages.failure(reply, 404);
        const texts = page(pages.viewFor(request).messages.comments);
        return pages.confirmation(reply, { ...texts, path, fields: { ...link, id: String(link.id) } });
      },
      priced(fresh),
    );
    scope.post(path, priced(form), async (request, reply) => {
      const link = readLink(request.body);
      if (link === null) return pages.failure(reply, 404);
      const { comments } = pages.viewFor(request).messages;
      return await answer(ctx, reply, () => act(ctx, link, comments), comments.tooLate);
    });
  }
}

/** The id and the token of a mailed link; null for anything else. */
function readLink(given: unknown): Link | null {
  const [id, token] = [readField(given, "id"), readField(given, "token")];
  return /^[1-9]\d{0,14}$/.test(id) && /^[\w-]{43}$/.test(token) ? { id: Number(id), token } : null;
}

/**
 * The page on which the author of a comment deletes it (decisions 7): with a mailed link, or in a browser with the wallet
 * that signed it.
 */
export function answerOwnComments(scope: FastifyInstance, ctx: SiteContext): void {
  const { pages } = ctx;
  const url = "/comments/:id/delete";
  acceptForms(scope);

  addReadRoute(
    scope,
    url,
    async (request, reply) => {
      const id = idOf(request);
      const comment = await findPublicComment(ctx, id).catch(async (error: unknown) => {
        // One that waits for its author or the owner is answered like a deleted one, so that nobody learns which it is.
        if (hasCode(error, "NOT_FOUND") && (await wasComment(ctx, id))) return null;
        return rethrowAsNotFound(error);
      });
      if (comment === null) return pages.failure(reply, 410);
      // Nobody can show that it is theirs.
      if (comment.authType === "IMPORTED") return pages.failure(reply, 404);
      return pages.passing(reply, 200, { hasForm: true, runs: true }, (view) =>
        renderOwnComment(view, toSiteComment(comment)),
      );
    },
    priced(fresh),
  );

  scope.post(url, priced(form), async (request, reply) => {
    const { messages } = pages.viewFor(request);
    const { comments, commenting, commentProblems, ownComment, language } = messages;
    if (await comesFromElsewhere(ctx, request))
      return pages.notice(reply, 403, { title: comments.failedTitle, text: commentProblems.elsewhere });
    return await answer(ctx, reply, async () => {
      const input = { id: idOf(request), email: readField(request.body, "mail"), language };
      await destroyComment(ctx, input, anybody);
      return { title: commenting.sentTitle, text: ownComment.asked };
    });
  });
}

function idOf({ params }: FastifyRequest): number {
  return readId((params as { id: string }).id);
}

/** Sends the notice of an action, or why it was refused. @param notFoundText for NOT_FOUND, instead of the usual text */
async function answer(
  { pages }: SiteContext,
  reply: FastifyReply,
  act: () => Promise<Notice>,
  notFoundText?: string,
): Promise<FastifyReply> {
  try {
    return pages.notice(reply, 200, await act());
  } catch (error) {
    if (!isPageRefusal(error)) throw error;
    const { messages } = pages.viewFor(reply.request);
    const problem = explainCommentProblem(error, messages);
    const text = (error.code === "NOT_FOUND" && notFoundText) || problem.text;
    return pages.notice(reply, problem.status, { title: messages.comments.failedTitle, text });
  }
}
