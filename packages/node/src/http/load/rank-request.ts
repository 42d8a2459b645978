import type { FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { isSignedHere } from "../../domain/access/is-signed-here.ts";
import { readBearer } from "../graphql/read-bearer.ts";
import { readSessionCookie } from "../graphql/session-cookie.ts";
import { zoneOf } from "../zone.ts";
import type { Rank } from "./create-admission.ts";

const reads = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether a request brings a message of the protocol: another node's owner has signed it, and waits. */
export function isProtocolWrite({ method, url }: Pick<FastifyRequest, "method" | "url">): boolean {
  return !reads.has(method) && zoneOf(url) === "ewp";
}

/** A token that a request carries, good or not. */
export function findToken(
  request: Parameters<typeof readSessionCookie>[0] & Parameters<typeof readBearer>[0],
): string | null {
  const { authorization, cookie } = request.headers;
  if (authorization === undefined && cookie === undefined) return null;
  return readBearer(request) ?? readSessionCookie(request);
}

/** What a request with that token is under load: forged ones are guests. */
export async function rankToken(context: Pick<Context, "store">, token: string): Promise<Rank> {
  return (await isSignedHere(context, token)) ? "kept" : "guest";
}
