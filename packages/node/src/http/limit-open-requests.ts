import type { FastifyInstance } from "fastify";
import { nameNetwork } from "../name-network.ts";
import { type FailurePage, sendError } from "./errors/reply-with-error.ts";
import { wireError } from "./errors/to-wire-error.ts";

/**
 * Refuses a client that has too many requests under way: 429 RATE_LIMITED. Requests that wait in one connection count
 * as well.
 *
 * @param most requests of one address that are not answered yet; 0 for no bound
 */
export function limitOpenRequests(app: FastifyInstance, most: number, failurePage: FailurePage): void {
  if (most === 0) return;
  const open = new Map<string, number>();
  app.addHook("onRequest", (request, reply, done) => {
    const client = nameNetwork(request.ip ?? "");
    const count = (open.get(client) ?? 0) + 1;
    // Who watches over the process must always get an answer.
    if (count > most && request.url !== "/livez") {
      const detail = "There are too many requests from this address at once.";
      sendError(request, reply, wireError("RATE_LIMITED", { detail, retryAfter: 1 }), failurePage);
      return;
    }
    open.set(client, count);
    reply.raw.once("close", () => {
      const left = (open.get(client) ?? 1) - 1;
      if (left === 0) open.delete(client);
      else open.set(client, left);
    });
    done();
  });
}
