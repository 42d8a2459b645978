import type { onSendHookHandler, preHandlerHookHandler } from "fastify";
import type { Queue, Turn } from "../../limiter/queue.ts";
import { isGraphqlUpload } from "../graphql/body.ts";
import { clientOf, type Refuser } from "./limit-requests.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The turn of an expensive request. */
    turn: Turn | null;
  }
}

/**
 * Creates the hooks by which expensive requests wait for their turn, which is fair between networks: 503 OVERLOADED where too
 * many wait. A turn ends when the reply is made; its reader may be slow.
 */
export function createTurns(
  queue: Queue,
  refuser: Refuser,
): { readonly join: preHandlerHookHandler; readonly end: onSendHookHandler } {
  return {
    join(request, reply, done) {
      // An upload takes as long as its sender needs, and waits for the disk.
      if (isGraphqlUpload(request)) return done();
      const { raw } = reply;
      // Nobody waits for the reply to a client that left while it sent its body.
      if (raw.destroyed) return;
      try {
        const turn = queue.join(clientOf(request));
        request.turn = turn;
        raw.once("close", turn.end);
        turn.begun.then(
          () => void (raw.destroyed || done()),
          () => refuser.shed(request, reply, "waiting"),
        );
      } catch {
        refuser.shed(request, reply, "waiting");
      }
    },
    end(request, _reply, payload, done) {
      request.turn?.end();
      done(null, payload);
    },
  };
}
