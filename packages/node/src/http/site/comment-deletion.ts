import { renderOwnComment } from "@freehold/web";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { anybody } from "../../domain/access/callers.ts";
import { destroyComment } from "../../domain/comments/delete.ts";
import { findPublicComment } from "../../domain/comments/read.ts";
import { addReadRoute } from "../read-route.ts";
import { explainCommentProblem } from "./comment-form.ts";
import { acceptForms, comesFromElsewhere, readField, readId } from "./forms.ts";
import type { Pages } from "./pages.ts";
import { isPageRefusal, notFound } from "./params.ts";
import { toSiteComment } from "./texts.ts";

type Needs = Pick<Context, "store" | "clock" | "events" | "recover" | "owner">;

const url = "/comments/:id/delete";

/**
 * The page on which the author of a comment deletes it (decisions 7): by a link that is mailed, or in a browser with the
 * wallet that signed it.
 */
export function answerOwnComments(scope: FastifyInstance, ctx: Needs, pages: Pages): void {
  acceptForms(scope);

  addReadRoute(scope, url, async (request, reply) => {
    const comment = await findPublicComment(ctx, idOf(request)).catch((error: unknown) => {
      throw isPageRefusal(error) ? notFound() : error;
    });
    return pages.passing(reply, 200, { hasForm: true, runs: true }, (view) =>
      renderOwnComment(view, toSiteComment(comment)),
    );
  });

  scope.post(url, async (request, reply) => {
    const { messages } = pages.viewFor(request);
    const fail = (status: number, sentence: string) =>
      pages.notice(reply, status, { title: messages.comments.failedTitle, text: sentence });
    if (await comesFromElsewhere(ctx, request)) return fail(403, messages.commentProblems.elsewhere);
    try {
      await destroyComment(
        ctx,
        {
          id: idOf(request),
          email: readField(request.body, "mail"),
          language: pages.viewFor(request).messages.language,
        },
        anybody,
      );
    } catch (error) {
      if (!isPageRefusal(error)) throw error;
      const problem = explainCommentProblem(error, messages);
      return fail(problem.status, problem.text);
    }
    return pages.notice(reply, 200, {
      title: messages.commenting.sentTitle,
      text: messages.ownComment.asked,
    });
  });
}

function idOf({ params }: FastifyRequest): number {
  return readId((params as { id: string }).id);
}
