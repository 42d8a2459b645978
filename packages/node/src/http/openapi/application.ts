import {
  bytes,
  describeErrors,
  json,
  moment,
  type Operation,
  object,
  orNull,
  pathParameters,
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

/** The endpoints of the application (specification 4.10), by path and method. What only the dashboard calls is not among them. */
export const application: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
  "/api/graphql": {
    post: {
      operationId: "graphql",
      summary: "A GraphQL operation. The schema is in docs/graphql.md; a token is made by the owner",
      security: [{}, { token: [] }],
      requestBody: {
        required: true,
        content: json(
          object({ query: text, operationName: text, variables: { type: "object" } }, [
            "operationName",
            "variables",
          ]),
        ),
      },
      responses: {
        200: { description: "The data, or errors.", content: json({ type: "object" }) },
        400: { description: "The document is invalid." },
        503: { description: "NOT_INSTALLED: this node has no owner yet.", content: json(ref("Error")) },
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
      },
    },
  },
  "/api/install": {
    get: {
      operationId: "getInstallation",
      summary: "Whether this node has an owner, and since when",
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
        { name: "x-setup-code", in: "header", description: "The code that the start printed.", schema: text },
      ],
      requestBody: { required: true, content: json(ref("DATA")) },
      responses: {
        200: { description: "The steps, and the node's profile.", content: json({ type: "object" }) },
        500: { description: "The steps up to the one that failed.", content: json({ type: "object" }) },
      },
    },
  },
  "/api/smtp_check": {
    post: {
      operationId: "checkSmtp",
      summary: "Whether mail can be handed to a server",
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
      summary: "Who is here now",
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
      summary: "A visitor has gone",
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
        200: { description: "The bytes; ranges are supported.", content: bytes },
        ...describeErrors(["INVALID_THUMBNAIL_SIZE", "CONTENT_NOT_FOUND"]),
      },
    },
  },
  "/api/portraits/{address}": {
    get: {
      operationId: "getPortrait",
      summary: "The picture of a node that this one knows",
      parameters: pathParameters("/:address"),
      responses: {
        200: { description: "The picture.", content: bytes },
        ...describeErrors(["AVATAR_NOT_SET"]),
      },
    },
  },
};
