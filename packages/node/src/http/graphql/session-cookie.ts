import type { FastifyReply, FastifyRequest } from "fastify";
import type { SessionDoor } from "../../graphql/request-context.ts";
import { readCookie } from "../read-cookie.ts";
import { isLoopbackHost } from "./is-loopback-host.ts";

const name = "freehold_session";

/** The token of a browser's session, or null. */
export function readSessionCookie(request: Pick<FastifyRequest, "headers">): string | null {
  return readCookie(request, name);
}

/**
 * Gives the session to a browser as a cookie that no script reads and no other site sends (decisions 7), or takes it
 * away. Over plain HTTP it is given on the very machine alone.
 */
export function createSessionDoor(
  request: Pick<FastifyRequest, "protocol" | "hostname">,
  reply: FastifyReply,
): SessionDoor {
  const isPlain = request.protocol === "http" && isLoopbackHost(request.hostname);
  const set = (value: string, maxAge: number) => {
    const secure = isPlain ? "" : "; Secure";
    reply.header(
      "set-cookie",
      `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`,
    );
  };
  return {
    open: (token, expiresAt) =>
      set(token, Math.max(0, Math.floor((Date.parse(expiresAt) - Date.now()) / 1000))),
    close: () => set("", 0),
  };
}
