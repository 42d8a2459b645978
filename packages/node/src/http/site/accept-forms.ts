import type { FastifyInstance, FastifyRequest } from "fastify";
import { limits } from "../limits.ts";

/** Lets the routes of a scope take an HTML form's fields, and no other body. */
export function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: limits.formBytes },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
}
