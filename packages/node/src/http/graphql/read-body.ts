import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { authenticate } from "../../domain/access/authenticate.ts";
import { AppError, hasCode } from "../../errors.ts";
import { limits } from "../limits.ts";
import { readBearer } from "./read-bearer.ts";
import { bad } from "./read-parameters.ts";
import { readSessionCookie } from "./session-cookie.ts";

type Needs = Pick<Context, "store" | "clock" | "log">;

/**
 * Reads a body of JSON as it arrives, and never more than its sender may send: an anonymous caller less than somebody with a
 * good session or token.
 *
 * @throws AppError TOO_LARGE; BAD_REQUEST for a body that breaks off
 */
export async function readBody(ctx: Needs, request: FastifyRequest, payload: Readable): Promise<Buffer> {
  const length = Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY);
  const isSmall = length <= limits.anonymousGraphqlBytes;
  const most = isSmall || !(await isKnown(ctx, request)) ? limits.anonymousGraphqlBytes : limits.graphqlBytes;
  if (Number.isFinite(length) && length > most) throw tooLarge(most);
  return await collect(payload, most);
}

/** Whether it brings a session or a token that is good; whether it may be used here is looked at when the body is there. */
async function isKnown(ctx: Needs, request: FastifyRequest): Promise<boolean> {
  const bearer = readBearer(request);
  const cookie = bearer === null ? readSessionCookie(request) : null;
  try {
    return (await authenticate(ctx, { bearer, cookie })).kind !== "anonymous";
  } catch (error) {
    if (hasCode(error, "UNAUTHENTICATED")) return false;
    throw error;
  }
}

/** Leaves the stream as it is when there is too much: it still has to carry the answer. */
function collect(payload: Readable, most: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (settle: () => void) => {
      payload.off("data", onData).off("end", onEnd).off("error", onBreak).off("close", onBreak);
      settle();
    };
    const onEnd = () => end(() => resolve(Buffer.concat(chunks, size)));
    const onBreak = () => end(() => reject(bad("The body broke off.")));
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) end(() => reject(tooLarge(most)));
      else chunks.push(chunk);
    };
    if (payload.destroyed) onBreak();
    else payload.on("data", onData).on("end", onEnd).on("error", onBreak).on("close", onBreak);
  });
}

function tooLarge(most: number): AppError {
  const more =
    most < limits.graphqlBytes ? `, and with a session or a token up to ${limits.graphqlBytes}` : "";
  return new AppError("TOO_LARGE", `A request has up to ${most} bytes${more}.`);
}
