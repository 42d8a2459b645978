import { installationSteps } from "../../domain/installation/install.ts";
import {
  bytes,
  describeErrors,
  json,
  moment,
  type Operation,
  object,
  orNull,
  pathParameters,
  ranged,
  ref,
  type Schema,
  text,
  thumb,
} from "./parts.ts";

const invalid = { description: "The request is invalid." };
const visitorBody = { required: true, content: json(object({ address: ref("Address") })) };
const visitorAnswer = (schema: Schema) => ({
  200: { description: "Done.", content: json(schema) },
  400: { ...invalid, content: json(object({ success: { const: false }, error: text })) },
});
const success = { const: true };
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
const step = object({
  step: { enum: installationSteps },
  success: { type: "boolean" },
  error: orNull(text),
});
const installed = (node: Record<string, Schema>) =>
  json(object({ result: { type: "array", items: step }, ...node }));

/** An endpoint for programs of other sites: it takes a form and answers with a sentence. */
const taken = (operationId: string, summary: string, description: string, fields: Schema): Operation => ({
  operationId,
  summary,
  requestBody: { required: true, content: { "application/x-www-form-urlencoded": { schema: fields } } },
  responses: {
    202: { description, content: sentence },
    400: { description: "The request is invalid.", content: sentence },
    429: { description: "There are too many now.", content: sentence },
  },
});
const sentence = { "text/plain": { schema: text } };
const address: Schema = { type: "string", format: "uri" };

/** The endpoints of the application (specification 4.10), by path and method. What only the dashboard calls is not among them. */
export const application: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
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
        503: {
          description:
            "BUSY or OVERLOADED: try again after `Retry-After`. NOT_INSTALLED: this node has no owner yet.",
          content: json({ anyOf: [ref("GraphQL"), ref("Error")] }),
        },
        507: graphqlAnswer("NO_SPACE: the disk is full."),
      },
    },
  },
  "/mcp": {
    post: {
      operationId: "agent",
      summary:
        "A message of the Model Context Protocol, by streamable HTTP. docs/agents.md says what an agent may do",
      security: [{ token: [] }],
      requestBody: { required: true, content: json({ type: "object" }) },
      responses: {
        200: { description: "The answer, as JSON or as one event.", content: json({ type: "object" }) },
        202: { description: "A notification was taken." },
        401: { description: "UNAUTHENTICATED: a token is needed.", content: json(ref("Error")) },
        403: { description: "FORBIDDEN: a session, or a page of another site.", content: json(ref("Error")) },
        503: { description: "NOT_INSTALLED: this node has no owner yet.", content: json(ref("Error")) },
      },
    },
  },
  "/api/events": {
    get: {
      operationId: "listen",
      summary: "Server-sent events: a post of a followed node has come. GraphQL has the post",
      security: [{ token: [] }],
      responses: {
        200: {
          description: "`event: timeline`, with nothing but an empty object as data.",
          content: { "text/event-stream": { schema: text } },
        },
        401: { description: "UNAUTHENTICATED: a token is needed.", content: json(ref("Error")) },
        403: { description: "FORBIDDEN: the scope `read:timeline` is needed.", content: json(ref("Error")) },
        429: { description: "RATE_LIMITED: too many clients listen now.", content: json(ref("Error")) },
      },
    },
  },
  "/api/install": {
    get: {
      operationId: "getInstallation",
      summary: "The state of the installation: whether this node has an owner, and since when",
      responses: {
        200: {
          description: "Done.",
          content: json(object({ installed: { type: "boolean" }, installedAt: orNull(moment) })),
        },
      },
    },
    post: {
      operationId: "install",
      summary: "Makes the signer of the message the owner of this node",
      parameters: [
        {
          name: "x-setup-code",
          in: "header",
          schema: text,
          description: "The code that the start printed; not needed where `FREEHOLD_OWNER` names the owner.",
        },
      ],
      requestBody: { required: true, content: json(ref("DATA")) },
      responses: {
        200: {
          description: "The steps, and the node's profile.",
          content: installed({ node: ref("Profile") }),
        },
        500: { description: "The steps up to the one that failed, and why.", content: installed({}) },
      },
    },
  },
  "/api/smtp_check": {
    post: {
      operationId: "checkSmtp",
      summary: "Checks whether a mail server takes mails",
      requestBody: { required: true, content: json(object({ mailTransport: text })) },
      responses: {
        200: { description: "It can.", content: json(object({ valid: success })) },
        400: { description: "It can't.", content: json(object({ valid: { const: false }, error: text })) },
      },
    },
  },
  "/api/visitors": {
    get: {
      operationId: "listVisitors",
      summary: "The visitors who are online now",
      responses: visitorAnswer(object({ success, visitors: { type: "array", items: ref("Visitor") } })),
    },
    post: {
      operationId: "touchVisitor",
      summary: "A visitor's heartbeat",
      requestBody: visitorBody,
      responses: visitorAnswer(object({ success, address: ref("Address"), lastActive: { type: "integer" } })),
    },
    delete: {
      operationId: "removeVisitor",
      summary: "A visitor left",
      requestBody: visitorBody,
      responses: visitorAnswer(object({ success })),
    },
  },
  "/api/contents/{id}": {
    get: {
      operationId: "getVisibleContent",
      summary: "The bytes of a publication by its id or hash, as far as the caller may see it",
      security: [{}, { token: [] }],
      parameters: [{ name: "id", in: "path", required: true, schema: text }, thumb],
      responses: {
        200: { description: "The bytes.", content: bytes },
        ...ranged,
        ...describeErrors(["INVALID_THUMBNAIL_SIZE", "CONTENT_NOT_FOUND"]),
        410: {
          description: "GONE: It was public here, and was deleted or taken back.",
          content: json({ allOf: [ref("Error"), { properties: { error: { enum: ["GONE"] } } }] }),
        },
      },
    },
  },
  "/webmention": {
    post: taken(
      "mention",
      "A page of another site mentions a post of this one (Webmention)",
      "It will be checked; `Location` has the address of its status.",
      object({ source: address, target: address }),
    ),
  },
  "/webmention/{key}": {
    get: {
      operationId: "getMention",
      summary: "The state of a mention",
      parameters: pathParameters("/:key"),
      responses: {
        200: {
          description: "Its state, and why it was refused.",
          content: json(
            object({
              source: address,
              target: address,
              state: { enum: ["waiting", "accepted", "refused", "removed"] },
              reason: orNull(text),
            }),
          ),
        },
        404: { description: "There is no such mention." },
      },
    },
  },
  "/websub": {
    post: taken(
      "subscribe",
      "Asks to be sent a feed of this site when it changes, or no more (WebSub)",
      "The callback will be asked.",
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
  "/api/portraits/{address}": {
    get: {
      operationId: "getPortrait",
      summary: "The picture of a node that this one knows",
      security: [{ token: [] }],
      parameters: pathParameters("/:address"),
      responses: {
        200: { description: "The picture.", content: bytes },
        ...ranged,
        ...describeErrors(["AVATAR_NOT_SET"]),
      },
    },
  },
};
