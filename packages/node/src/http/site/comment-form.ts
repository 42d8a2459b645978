import { type CommentDraft, pathOfPost, renderRefusedComment } from "@freehold/web";
import type { FastifyInstance, FastifyReply } from "fastify";
import { createComment } from "../../domain/comments/create.ts";
import { commentLimits } from "../../domain/comments/limits.ts";
import { readConversation } from "../../domain/comments/read.ts";
import { findPublicPost } from "../../domain/publications/public-posts.ts";
import { limits as mailLimits } from "../../mail/limits.ts";
import { fresh, longForm } from "../prices.ts";
import { addReadRoute, priced } from "../read-route.ts";
import { explainCommentProblem, type Problem } from "./comment-problem.ts";
import { acceptForms, comesFromElsewhere, readField, readId } from "./forms.ts";
import type { SiteContext } from "./pages.ts";
import { isPageRefusal, notFound } from "./params.ts";
import { toSiteConversation } from "./texts/texts.ts";

interface SentComment {
  readonly postId: number;
  readonly draft: CommentDraft;
}

/**
 * The form below a post, which works without a script for a comment by mail (decisions 7). A script uses GraphQL
 * instead, which calls the same use case.
 */
export function answerNewComments(scope: FastifyInstance, ctx: SiteContext): void {
  const { pages } = ctx;
  acceptForms(scope);

  scope.post("/comments", priced(longForm), async (request, reply) => {
    const sent = readComment(request.body);
    const { messages } = pages.viewFor(request);
    if (await comesFromElsewhere(ctx, request)) {
      const problem = { status: 403, text: messages.commentProblems.elsewhere, wrong: null };
      return await sendFormAgain(ctx, reply, sent, problem);
    }
    try {
      const { body, name: authorName, mail: authorId } = sent.draft;
      const input = { publicationId: sent.postId, authType: "EMAIL", body, authorName, authorId } as const;
      await createComment(ctx, input, { ip: request.ip ?? null, language: messages.language });
    } catch (error) {
      if (!isPageRefusal(error)) throw error;
      return await sendFormAgain(ctx, reply, sent, explainCommentProblem(error, messages));
    }
    // A redirect, so that reloading the next page sends nothing again.
    return reply.redirect(`/comments/sent?post=${sent.postId}`, 303);
  });

  addReadRoute(
    scope,
    "/comments/sent",
    async (request, reply) => {
      const found = await findPublicPost(ctx, { id: readId(readField(request.query, "post")) });
      if (found === null) throw notFound();
      const { back, sentTitle: title, sent: text } = pages.viewFor(request).messages.commenting;
      const link = { href: `${pathOfPost(found.post)}#comments`, text: back };
      return pages.notice(reply, 200, { title, text, link });
    },
    priced(fresh),
  );
}

/** Shows a refused comment, with the form to send it again where the post takes comments. */
async function sendFormAgain(
  { pages, ...ctx }: SiteContext,
  reply: FastifyReply,
  { postId, draft }: SentComment,
  { status, text: problem, wrong }: Problem,
): Promise<FastifyReply> {
  const asked = { publicationId: postId, first: 1, after: null };
  const conversation = await readConversation(ctx, asked).catch((error: unknown) => {
    if (isPageRefusal(error)) return null;
    throw error;
  });
  const input = conversation && toSiteConversation(conversation, { postId, isLater: false }).input;
  return pages.passing(reply, status, { hasForm: true, runs: true }, (view) =>
    renderRefusedComment(view, { draft: truncate(draft), input, wrong, problem }),
  );
}

/** Cuts a draft to the lengths of the form's fields, which only a client without the form exceeds. */
function truncate({ body, name, mail }: CommentDraft): CommentDraft {
  return {
    body: body.slice(0, commentLimits.bodyLength),
    name: name.slice(0, commentLimits.nameLength),
    mail: mail.slice(0, mailLimits.addressLength),
  };
}

/** Browsers send each line of a field with CR LF. @throws EwpError NOT_FOUND without a post */
function readComment(given: unknown): SentComment {
  const body = readField(given, "body").replaceAll("\r\n", "\n");
  const draft = { body, name: readField(given, "name"), mail: readField(given, "mail") };
  return { postId: readId(readField(given, "post")), draft };
}
