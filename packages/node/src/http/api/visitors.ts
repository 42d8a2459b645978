import { valueAt } from "@freehold/protocol/internal";
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { listVisitors, removeVisitor, touchVisitor } from "../../domain/visitors.ts";
import { isRefusal } from "../../errors/errors.ts";
import { type ApiPaths, json, jsonAnswer, object, ref, type Schema, text } from "../openapi/parts.ts";

type Needs = Pick<Context, "visitors" | "events">;

/** GET /api/visitors (specification 4.10, decisions 7): the visitors who are online now. */
export function getVisitors(ctx: Needs): RouteHandlerMethod {
  return answering(() => listVisitors(ctx));
}

/** POST /api/visitors: a visitor's heartbeat. */
export function postVisitor(ctx: Needs): RouteHandlerMethod {
  return answering((address) => {
    const { evicted, ...visitor } = touchVisitor(ctx, address);
    return evicted ? { ...visitor, evicted } : visitor;
  });
}

/** DELETE /api/visitors: a visitor leaves. */
export function deleteVisitor(ctx: Needs): RouteHandlerMethod {
  return answering((address) => removeVisitor(ctx, address));
}

/** Answers `{ "success": true, … }`, or 400 `{ "success": false, "error" }`. */
function answering(act: (address: unknown) => object): RouteHandlerMethod {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header("cache-control", "no-store");
    try {
      return reply.send({ success: true, ...act(valueAt(request.body, "address")) });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return reply.code(400).send({ success: false, error: error.message });
    }
  };
}

const visitorBody = { required: true, content: json(object({ address: ref("Address") })) };
const visitorAnswer = (schema: Schema) => ({
  200: jsonAnswer("Done.", schema),
  400: jsonAnswer("The request is invalid.", object({ success: { const: false }, error: text })),
});
const success = { const: true };

/** The description of these routes for `/api/openapi.json`. */
export const visitorsApi: ApiPaths = {
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
};
