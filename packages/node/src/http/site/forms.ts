import { isRecord } from "@freehold/protocol/internal";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { isSameOrigin } from "../caller.ts";
import { notFound } from "./params.ts";

/** Makes the routes of a scope accept the fields of an HTML form, and no other body. */
export function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer" },
    async (_request: FastifyRequest, body: Buffer) =>
      Object.fromEntries(new URLSearchParams(body.toString())),
  );
}

/** A field of a form or a query; empty where it is missing. */
export function readField(given: unknown, name: string): string {
  const value = isRecord(given) && Object.hasOwn(given, name) ? given[name] : "";
  return typeof value === "string" ? value : "";
}

/** @throws EwpError NOT_FOUND for an invalid id */
export function readId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound();
  return Number(text);
}

/**
 * Whether a page of another site sent a form, by the headers of the browser: such a page could write with the addresses of
 * its readers. A client that sends neither header is not a browser.
 */
export async function comesFromElsewhere(
  ctx: Pick<Context, "store" | "owner" | "config">,
  request: Pick<FastifyRequest, "headers">,
): Promise<boolean> {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (origin === undefined && site === undefined) return false;
  const own = await ctx.owner.get();
  return own === null || !isSameOrigin(ctx, request, own.url);
}
