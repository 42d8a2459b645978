import { type CommentDraft, type Messages, pathOfPost, renderRefusedComment } from "@freehold/web";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { createComment } from "../../domain/comments/create.ts";
import { commentLimits } from "../../domain/comments/limits.ts";
import { readConversation } from "../../domain/comments/read.ts";
import { findPublicPost } from "../../domain/publications/public-posts.ts";
import type { AppError, ErrorCode } from "../../errors/errors.ts";
import { limits as mailLimits } from "../../mail/limits.ts";
import { limits } from "../limits.ts";
import { addReadRoute } from "../read-route.ts";
import { acceptForms, comesFromElsewhere, readField, readId } from "./forms.ts";
import type { Pages } from "./pages.ts";
import { isPageRefusal, notFound } from "./params.ts";
import { toSiteConversation } from "./texts.ts";

type Needs = Pick<Context, "store" | "clock" | "events" | "owner">;

interface SentComment {
  readonly postId: number;
  readonly draft: CommentDraft;
}

interface Refusal {
  readonly status: number;
  readonly text: string;
  readonly wrong: keyof CommentDraft | null;
}

/**
 * The form below a post, which works without a script for a comment by mail (decisions 7). With a script the page asks
 * GraphQL, which calls the same use case.
 */
export function answerNewComments(scope: FastifyInstance, ctx: Needs, pages: Pages): void {
  acceptForms(scope, limits.commentFormBytes);

  scope.post("/comments", async (request, reply) => {
    const sent = readComment(request.body);
    const { messages } = pages.viewFor(request);
    if (await comesFromElsewhere(ctx, request)) {
      const refusal = { status: 403, text: messages.commentProblems.elsewhere, wrong: null };
      return await giveBack(reply, sent, refusal);
    }
    try {
      await write(request, sent);
    } catch (error) {
      if (!isPageRefusal(error)) throw error;
      return await giveBack(reply, sent, {
        ...explainCommentProblem(error, messages),
        wrong: wrongFieldOf(error),
      });
    }
    // So that reloading what comes sends nothing again.
    return reply.redirect(`/comments/sent?post=${sent.postId}`, 303);
  });

  addReadRoute(scope, "/comments/sent", async (request, reply) => {
    const found = await findPublicPost(ctx, { id: readId(readField(request.query, "post")) });
    if (found === null) throw notFound();
    const { commenting: said } = pages.viewFor(request).messages;
    const link = { href: `${pathOfPost(found.post)}#comments`, text: said.back };
    return pages.notice(reply, 200, { title: said.sentTitle, text: said.sent, link });
  });

  async function write(request: FastifyRequest, { postId, draft }: SentComment): Promise<void> {
    const from = { ip: request.ip ?? null, language: pages.viewFor(request).messages.language };
    const words = { body: draft.body, authorName: draft.name, authorId: draft.mail };
    await createComment(ctx, { ...words, publicationId: postId, authType: "EMAIL" }, from);
  }

  /** With a form to send it again, where comments are taken. */
  async function giveBack(reply: FastifyReply, sent: SentComment, refusal: Refusal): Promise<FastifyReply> {
    const { postId, draft } = sent;
    const { status, wrong, text: problem } = refusal;
    const asked = { publicationId: postId, first: 1, after: null };
    const talk = await readConversation(ctx, asked).catch((error: unknown) => {
      if (isPageRefusal(error)) return null;
      throw error;
    });
    const input = talk && toSiteConversation(talk, { postId, isLater: false }).input;
    return pages.passing(reply, status, { hasForm: true, runs: true }, (view) =>
      renderRefusedComment(view, { draft: asFarAsItFits(draft), input, wrong, problem }),
    );
  }
}

/** What the form's own fields hold at the most: who sent more did it without them, and gets no more back. */
function asFarAsItFits({ body, name, mail }: CommentDraft): CommentDraft {
  return {
    body: body.slice(0, commentLimits.bodyLength),
    name: name.slice(0, commentLimits.nameLength),
    mail: mail.slice(0, mailLimits.addressLength),
  };
}

/** Browsers send each line of a field with CR LF. @throws EwpError NOT_FOUND where no post is named */
function readComment(body: unknown): SentComment {
  const words = readField(body, "body").replaceAll("\r\n", "\n");
  const draft = { body: words, name: readField(body, "name"), mail: readField(body, "mail") };
  return { postId: readId(readField(body, "post")), draft };
}

const fields = { body: "body", authorName: "name", authorId: "mail" } as const;

const statuses: Partial<Record<ErrorCode, number>> = {
  NOT_FOUND: 404,
  FORBIDDEN: 403,
  COMMENT_DISABLED: 403,
  RATE_LIMITED: 429,
};

/** The field of the form that is wrong, or null. */
function wrongFieldOf(error: AppError): keyof CommentDraft | null {
  return fields[error.field as keyof typeof fields] ?? null;
}

/** Why something about a comment was not done, in the reader's language, and the status of the page that says so. */
export function explainCommentProblem(
  error: AppError,
  { commentFields, commentProblems }: Messages,
): { status: number; text: string } {
  const status = statuses[error.code] ?? 400;
  const field = wrongFieldOf(error);
  if (field !== null) {
    const most = field === "body" ? commentLimits.bodyLength : commentLimits.nameLength;
    return { status, text: commentFields[field](most) };
  }
  const text = (commentProblems as Partial<Record<ErrorCode, string>>)[error.code];
  return { status, text: text ?? commentProblems.other };
}
