import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import { isRefusal, type Refusal } from "../../errors/errors.ts";
import {
  type ApiPaths,
  header,
  jsonAnswer,
  type Operation,
  object,
  orNull,
  pathParameters,
  type Schema,
  text,
} from "../../http/openapi/parts.ts";
import { longForm, page } from "../../http/prices.ts";
import { addReadRoute, priced } from "../../http/read-route.ts";
import { acceptForms, readField } from "../../http/site/forms.ts";
import type { SiteContext } from "../../http/site/pages.ts";
import { notFound } from "../../http/site/params.ts";
import { readIndexNowKey } from "./index-now.ts";
import { readMentionStatus, receiveMention } from "./mentions/receive.ts";
import { requestSubscription } from "./subscribe.ts";

/**
 * POST /webmention (W3C Webmention 3.2): takes a mention to be checked, 201 with the address of its status, which tells a
 * program what became of it. Refusals are plain text, because only programs call this.
 */
export function answerMentions(scope: FastifyInstance, ctx: SiteContext): void {
  acceptForms(scope);
  refusePlainly(scope);

  scope.post("/webmention", priced(longForm), async (request, reply) => {
    // Without an owner there is nothing to mention.
    if (!(await ctx.owner.get())) throw notFound();
    const fields = { source: readField(request.body, "source"), target: readField(request.body, "target") };
    try {
      const key = await receiveMention(ctx, fields, { ip: request.ip ?? null });
      return sendPlain(
        reply.header("location", `/webmention/${key}`),
        201,
        "It will be checked. See Location.",
      );
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return sendRefusal(reply, error);
    }
  });

  addReadRoute(
    scope,
    "/webmention/:key",
    async (request, reply) => {
      const { key } = request.params as { key: string };
      const status = /^[0-9a-f]{32}$/.test(key) ? await readMentionStatus(ctx, key) : null;
      if (status === null) throw notFound();
      return reply.header("cache-control", "no-store").send(status);
    },
    priced(page),
  );
}

const bodyProblems: Readonly<Record<string, readonly [status: number, sentence: string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, "The body must be application/x-www-form-urlencoded."],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, "The body is too large."],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, "The body has another length than its header says."],
};

/** Answers a body that can't be read in a sentence: no reader sees it. */
function refusePlainly(scope: FastifyInstance): void {
  const { errorHandler } = scope;
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const [status, sentence] = bodyProblems[error.code] ?? [];
    if (request.method !== "POST" || status === undefined || sentence === undefined)
      return errorHandler.call(scope, error, request, reply);
    return sendPlain(reply, status, sentence);
  });
}

function sendRefusal(reply: FastifyReply, { status, retryAfter, message }: Refusal): FastifyReply {
  if (retryAfter !== null) reply.header("retry-after", retryAfter);
  return sendPlain(reply, status, message);
}

/** Sends a sentence to a program. */
function sendPlain(reply: FastifyReply, status: number, sentence: string): FastifyReply {
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .type("text/plain; charset=utf-8")
    .send(`${sentence}\n`);
}

/** POST /websub: the hub of this site's own feeds (W3C WebSub 5.1); and the file by which search engines know its word. */
export function answerHub(scope: FastifyInstance, ctx: SiteContext): void {
  acceptForms(scope);
  refusePlainly(scope);

  scope.post("/websub", priced(longForm), async (request, reply) => {
    // Without an owner there are no feeds.
    if (!(await ctx.owner.get())) throw notFound();
    const field = (name: string) => readField(request.body, `hub.${name}`);
    try {
      await requestSubscription(
        ctx,
        {
          mode: field("mode"),
          topic: field("topic"),
          callback: field("callback"),
          leaseSeconds: field("lease_seconds"),
          secret: field("secret"),
        },
        { ip: request.ip ?? null },
      );
      return sendPlain(reply, 202, "The callback will be asked.");
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return sendRefusal(reply, error);
    }
  });

  addReadRoute(
    scope,
    "/:key(^[0-9a-f]{32}).txt",
    async (request, reply) => {
      const { key } = request.params as { key: string };
      if ((await readIndexNowKey(ctx.store.db)) !== key) throw notFound();
      return sendPlain(reply, 200, key);
    },
    priced(page),
  );
}

const sentence = { "text/plain": { schema: text } };

/** An endpoint for programs of other sites: it takes a form and answers with a sentence. */
const taken = (
  operationId: string,
  summary: string,
  [status, description]: readonly [number, string],
  fields: Schema,
  headers: object = {},
): Operation => ({
  operationId,
  summary,
  requestBody: { required: true, content: { "application/x-www-form-urlencoded": { schema: fields } } },
  responses: {
    [status]: { description, headers, content: sentence },
    400: { description: "The request is invalid.", content: sentence },
    413: { description: "The body is too large.", content: sentence },
    415: { description: "The body is not a form.", content: sentence },
    429: { description: "There are too many now.", content: sentence },
  },
});
const address: Schema = { type: "string", format: "uri" };

/** The description of these routes for `/api/openapi.json`. */
export const webmentionApi: ApiPaths = {
  "/webmention": {
    post: taken(
      "mention",
      "A page of another site mentions a post of this one (Webmention)",
      [201, "It will be checked."],
      object({ source: address, target: address }),
      { Location: header("The address of its status.") },
    ),
  },
  "/webmention/{key}": {
    get: {
      operationId: "getMention",
      summary: "The state of a mention",
      parameters: pathParameters("/:key"),
      responses: {
        200: jsonAnswer(
          "Its state, and why it was refused.",
          object({
            source: address,
            target: address,
            state: { enum: ["waiting", "accepted", "refused", "removed"] },
            reason: orNull(text),
          }),
        ),
        404: { description: "There is no such mention.", content: { "text/html": { schema: text } } },
      },
    },
  },
  "/websub": {
    post: taken(
      "subscribe",
      "Asks to be sent a feed of this site when it changes, or no more (WebSub)",
      [202, "The callback will be asked."],
      object(
        {
          "hub.mode": { enum: ["subscribe", "unsubscribe"] },
          "hub.topic": address,
          "hub.callback": address,
          "hub.lease_seconds": text,
          "hub.secret": text,
        },
        ["hub.lease_seconds", "hub.secret"],
      ),
    ),
  },
};
