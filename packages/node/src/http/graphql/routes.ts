import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { codeOf, isRefusal, type Refusal } from "../../errors/errors.ts";
import { presentRefusal } from "../../graphql/present-errors.ts";
import { limits as limiterLimits } from "../../limiter/limits.ts";
import { readBearer } from "../caller.ts";
import { limits } from "../limits.ts";
import { type ApiPaths, json, jsonAnswer, object, orNull, ref, text } from "../openapi/parts.ts";
import { operation, type Price, simple } from "../prices.ts";
import { priced } from "../read-route.ts";
import type { ServerContext } from "../server-context.ts";
import type { AnswerOperation } from "./answer.ts";
import {
  bad,
  chooseMediaType,
  drain,
  graphqlPath,
  isGraphqlUpload,
  readBody,
  refuseEncoded,
  wrongType,
} from "./body.ts";

// An operation pays by its cost.
const graphqlPrice: Price = {
  ...operation,
  body: limits.graphqlBytes,
  fileBody: 2 * limits.uploadFieldBytes + limiterLimits.streamedBytes,
};

const anyOrigin = { "access-control-allow-origin": "*" };

/** The headers and methods for pages of other sites. Cookies are not allowed: `*` excludes credentials of the browser. */
const allowed = {
  "access-control-allow-headers": "authorization, content-type, graphql-require-preflight",
  "access-control-allow-methods": "POST",
  "access-control-max-age": "86400",
};

/**
 * POST /api/graphql (specification 4.10, decisions 7; GraphQL over HTTP). There is no GET: a link must not run an operation
 * with the rights of its reader.
 */
export async function registerGraphqlRoutes(scope: FastifyInstance, ctx: ServerContext): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("application/json", (request: FastifyRequest, payload: Readable) =>
    readBody(ctx, request, payload),
  );
  scope.addContentTypeParser("multipart/form-data", async (_request: unknown, payload: unknown) => payload);
  scope.addContentTypeParser("*", async (_request: unknown, payload: unknown) => payload);
  let loading: Promise<AnswerOperation> | null = null;
  scope.setErrorHandler((thrown, request, reply) => {
    // A type that is none: `json`, or a list.
    const isOfType = codeOf(thrown) === "FST_ERR_CTP_INVALID_MEDIA_TYPE";
    const error = isOfType ? wrongType() : thrown;
    // RATE_LIMITED is answered as on every other path.
    if (!isRefusal(error) || error.retry) throw error;
    return refuse(error, request, reply);
  });
  // A token is sent on purpose, so a page of any site may use one. Other sites may read no reply to a request with a cookie
  // or without credentials.
  scope.addHook("onRequest", async (request, reply) => {
    if (readBearer(request) !== null)
      reply.headers({ ...anyOrigin, "access-control-expose-headers": "retry-after" });
  });
  const refuseMethod = (_request: FastifyRequest, reply: FastifyReply) => {
    const errors = presentRefusal([bad("Operations are sent by POST.")]);
    return reply.code(405).header("allow", "POST").send({ errors });
  };
  scope.options(graphqlPath, priced(simple), (request, reply) => {
    const asked = request.headers["access-control-request-headers"] ?? "";
    if (!/\bauthorization\b/i.test(asked)) return refuseMethod(request, reply);
    return reply
      .code(204)
      .headers({ ...anyOrigin, ...allowed })
      .send();
  });
  const reading = {
    ...priced(graphqlPrice),
    onRequest: async (request: FastifyRequest) => refuseEncoded(request),
  };
  scope.post(graphqlPath, reading, async (request, reply) => {
    // The schema and what executes it are a third of all code, and many nodes are only read.
    loading ??= import("./answer.ts").then(({ openAnswers }) => openAnswers(ctx));
    const answer = await loading;
    return await answer(request, reply);
  });
  scope.route({
    method: ["GET", "HEAD", "PUT", "PATCH", "DELETE"],
    url: graphqlPath,
    config: { price: simple },
    // Before a body is read.
    onRequest: async (request, reply) => refuseMethod(request, reply),
    handler: refuseMethod,
  });
}

/** Answers a request that can't be executed. */
function refuse(error: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // A client that is still sending would not read the reply: read a little more than a valid body.
  drain(request.raw, isGraphqlUpload(request) ? undefined : 2 * limits.graphqlBytes);
  if (error.status === 415)
    reply.header("accept", "application/json, multipart/form-data").header("accept-encoding", "identity");
  return reply
    .removeHeader("connection")
    .code(error.status)
    .header("cache-control", "no-store")
    .type(`${chooseMediaType(request.headers.accept)}; charset=utf-8`)
    .send(JSON.stringify({ errors: presentRefusal([error]) }));
}

const graphqlRequest = object(
  { query: text, operationName: orNull(text), variables: { type: ["object", "null"] } },
  ["operationName", "variables"],
);
const graphqlAnswer = (description: string) => ({
  description,
  content: {
    ...json(ref("GraphQL")),
    "application/graphql-response+json": { schema: ref("GraphQL") },
  },
});

/** The description of these routes for `/api/openapi.json`. */
export const graphqlApi: ApiPaths = {
  "/api/graphql": {
    post: {
      operationId: "graphql",
      summary: "A GraphQL operation. The schema is in docs/graphql.md; a token is made by the owner",
      description:
        "For `Accept: application/graphql-response+json` a document that can't be executed is answered 400, for " +
        "`application/json` 200, as GraphQL over HTTP says.",
      security: [{}, { token: [] }],
      requestBody: {
        required: true,
        content: {
          ...json(graphqlRequest),
          // GraphQL multipart request specification.
          "multipart/form-data": {
            schema: object({
              operations: { ...text, description: "The request as JSON, with null in place of the file." },
              map: { ...text, description: 'The place of the file: `{"0": ["variables.input.file"]}`.' },
              "0": { ...text, format: "binary" },
            }),
          },
        },
      },
      responses: {
        200: graphqlAnswer("The data, or errors with a code in `extensions.code`."),
        400: graphqlAnswer("The request can't be read or executed."),
        401: graphqlAnswer("UNAUTHENTICATED: the token is not valid."),
        403: graphqlAnswer(
          "FORBIDDEN: the token lacks a scope, or a cookie came from a page of another site.",
        ),
        413: graphqlAnswer("TOO_LARGE: the request or its file is larger than the limit."),
        415: graphqlAnswer("UNSUPPORTED_TYPE: the body has another type, or is compressed."),
        503: jsonAnswer(
          "BUSY or OVERLOADED: try again after `Retry-After`. NOT_INSTALLED: this node has no owner yet.",
          { anyOf: [ref("GraphQL"), ref("Error")] },
        ),
        507: graphqlAnswer("NO_SPACE: the disk is full."),
      },
    },
  },
};
