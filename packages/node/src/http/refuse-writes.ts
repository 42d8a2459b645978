import type { FastifyRequest } from "fastify";
import { readOnlyError } from "../errors.ts";

const reading: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses what would change something, before its body is looked at, where a node is only to be read. GraphQL asks by
 * POST too; its mutations are refused where they write.
 *
 * @throws AppError READ_ONLY
 */
export function refuseWrites({ method, url }: FastifyRequest): void {
  if (reading.has(method) || /^\/api\/graphql(?=[/?]|$)/.test(url)) return;
  throw readOnlyError();
}
