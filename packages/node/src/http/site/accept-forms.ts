import type { FastifyInstance, FastifyRequest } from "fastify";
import { limits } from "../limits.ts";

/** Lets the routes of a scope take an HTML form's fields, and no other body. @param bodyLimit bytes */
export function acceptForms(scope: FastifyInstance, bodyLimit: number = limits.formBytes): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
}
