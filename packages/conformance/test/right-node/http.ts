import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { EwpError } from "@freehold/protocol";

/** A request with its whole body. */
export interface Asked {
  method: string;
  /** From `/ewp/` on. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A reply before it goes out. */
export interface Answer {
  status: number;
  headers: Record<string, string | number>;
  body: Buffer | null;
}

export function jsonAnswer(status: number, json: unknown): Answer {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: Buffer.from(JSON.stringify(json)),
  };
}

export const emptyAnswer: Answer = { status: 204, headers: {}, body: null };

/** The reply to an error (specification 7). */
export function errorAnswer(error: unknown, headers: Record<string, string> = {}): Answer {
  const known = error instanceof EwpError ? error : new EwpError("INTERNAL_ERROR");
  const answer = jsonAnswer(known.status, { error: known.code });
  return { ...answer, headers: { ...answer.headers, "x-error-detail": known.detail, ...headers } };
}

/** @throws EwpError PAYLOAD_TOO_LARGE */
export async function readAsked(request: IncomingMessage, maxBytes: number): Promise<Asked> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "https://node.invalid");
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    // Read to the end: a client that is still sending does not read the reply.
    if (size <= maxBytes) chunks.push(chunk as Buffer);
  }
  if (size > maxBytes) throw new EwpError("PAYLOAD_TOO_LARGE");
  const { method = "GET", headers } = request;
  return { method, path: pathname, query: searchParams, headers, body: Buffer.concat(chunks) };
}

/** Parameters by name; a repeated one is an array. */
export function queryOf(query: URLSearchParams): Record<string, unknown> {
  const names = [...new Set(query.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = query.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
}
