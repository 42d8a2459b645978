import type { FastifyRequest } from "fastify";

/** The token of an `Authorization: Bearer` header, or null. */
export function readBearer({ headers }: Pick<FastifyRequest, "headers">): string | null {
  return /^bearer +([^\s]+) *$/i.exec(headers.authorization ?? "")?.[1] ?? null;
}
