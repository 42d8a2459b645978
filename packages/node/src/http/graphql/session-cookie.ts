import type { FastifyReply, FastifyRequest } from "fastify";
import type { SessionCookie } from "../../graphql/request-context.ts";
import { isLoopbackHost } from "../loopback.ts";
import { readCookie } from "../read-cookie.ts";

type Place = Pick<FastifyRequest, "protocol" | "hostname">;

const plainName = "freehold_session";

/**
 * What the cookie is called. With `__Host-` before it a browser takes it from this very host alone, over HTTPS: neighbours
 * under the same domain can't put one of theirs in its place. Over plain HTTP on the very machine there is no such name.
 */
function nameFor(place: Place): string {
  return isPlain(place) ? plainName : `__Host-${plainName}`;
}

function isPlain({ protocol, hostname }: Place): boolean {
  return protocol === "http" && isLoopbackHost(hostname);
}

/** The token of a browser's session, or null. */
export function readSessionCookie(request: Place & Pick<FastifyRequest, "headers">): string | null {
  return readCookie(request, nameFor(request));
}

/**
 * Gives the session to a browser as a cookie that no script reads and no other site sends (decisions 7), or takes it
 * away. Over plain HTTP it is given on the very machine alone.
 */
export function createSessionDoor(request: Place, reply: FastifyReply): SessionCookie {
  const name = nameFor(request);
  const secure = isPlain(request) ? "" : "; Secure";
  const set = (value: string, maxAge: number) => {
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
