import type { FastifyRequest } from "fastify";

/** The value of a cookie that a request brings, or null. */
export function readCookie({ headers }: Pick<FastifyRequest, "headers">, name: string): string | null {
  for (const part of (headers.cookie ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || null;
  }
  return null;
}
