import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { findCaller } from "../../domain/access/callers.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { readBearer, readSessionCookie } from "../caller.ts";
import { checkJsonShape } from "../check-json-shape.ts";
import { limits } from "../limits.ts";

const drainingMs = 10_000; // sending the rest of a refused file

type Needs = Pick<Context, "store" | "clock" | "log">;

/**
 * Reads a JSON body, up to the limit of its sender: lower for an anonymous caller than with a session or a token.
 *
 * @throws AppError TOO_LARGE; BAD_REQUEST for a body that breaks off
 */
export async function readBody(ctx: Needs, request: FastifyRequest, payload: Readable): Promise<Buffer> {
  const length = Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY);
  const isSmall = length <= limits.anonymousGraphqlBytes;
  const most =
    isSmall || (await isAnonymous(ctx, request)) ? limits.anonymousGraphqlBytes : limits.graphqlBytes;
  if (Number.isFinite(length) && length > most) throw tooLarge(most);
  return await collect(payload, most);
}

/** Whether a request has no valid session or token. Its rights are checked after the body was read. */
async function isAnonymous(ctx: Needs, request: FastifyRequest): Promise<boolean> {
  const credentials = { bearer: readBearer(request), cookie: readSessionCookie(request) };
  const caller = await findCaller(ctx, credentials);
  return caller === null || caller.kind === "anonymous";
}

/** Leaves the stream open when the body is too large: the connection still carries the reply. */
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
  return new AppError("TOO_LARGE", msg`A request has up to ${most} bytes${more}.`);
}

/** The operation of a request (GraphQL over HTTP, "Request Parameters"). */
export interface Parameters {
  readonly query: string;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Reads the body of a JSON request.
 *
 * @throws AppError BAD_REQUEST
 */
export function parseParameters(bytes: Uint8Array): Parameters {
  return readParameters(parseJson(bytes));
}

/** @throws AppError BAD_REQUEST for an invalid request, and for a batch */
export function readParameters(body: unknown): Parameters {
  if (Array.isArray(body)) throw bad("One operation comes in one request: there are no batches here.");
  if (!isMap(body)) throw bad("The body must be a JSON object.");
  const { query, operationName = null, variables = null, extensions = null } = body;
  if (typeof query !== "string") throw bad("`query` must be a text.");
  if (operationName !== null && typeof operationName !== "string")
    throw bad("`operationName` must be a text.");
  if (variables !== null && !isMap(variables)) throw bad("`variables` must be an object.");
  if (extensions !== null && !isMap(extensions)) throw bad("`extensions` must be an object.");
  return { query, operationName: operationName || null, variables: variables ?? {} };
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** @throws AppError BAD_REQUEST for invalid JSON, and for too much of it */
export function parseJson(bytes: Uint8Array): unknown {
  const problem = checkJsonShape(bytes, limits.jsonValues);
  if (problem !== null) throw bad(problem);
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    throw bad("The body is not JSON in UTF-8.");
  }
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** For a body of another type than the endpoint reads (RFC 9110 section 15.5.16). */
export function wrongType(): AppError {
  return new AppError("UNSUPPORTED_TYPE", "The body must be application/json.");
}

/** @throws AppError UNSUPPORTED_TYPE */
export function refuseEncoded({ headers }: Pick<FastifyRequest, "headers">): void {
  if ((headers["content-encoding"] ?? "identity").trim().toLowerCase() !== "identity")
    throw new AppError("UNSUPPORTED_TYPE", "The body must not be compressed.");
}

export function bad(sentence: string): AppError {
  return new AppError("BAD_REQUEST", sentence);
}

/**
 * Reads and discards the rest of a request, for a while, so that the client gets the reply and no connection error.
 *
 * @param most bytes
 */
export function drain(payload: Readable, most: number = Number.POSITIVE_INFINITY): void {
  if (payload.readableEnded || payload.destroyed) return;
  let size = 0;
  payload.on("data", ({ length }: Buffer) => {
    size += length;
    if (size > most) payload.destroy();
  });
  payload.resume();
  const timer = setTimeout(() => payload.destroy(), drainingMs).unref();
  payload.once("close", () => clearTimeout(timer));
  payload.once("end", () => clearTimeout(timer));
}

/** The path of the GraphQL endpoint. */
export const graphqlPath = "/api/graphql";

/** Whether a request uploads a file, which may take long. */
export function isGraphqlUpload({ headers, url }: Pick<FastifyRequest, "headers" | "url">): boolean {
  const isForm = /^multipart\/form-data\b/i.test(headers["content-type"] ?? "");
  return isForm && url.split("?", 1)[0] === graphqlPath;
}

/** Whether a request sends a file of any size, which is streamed and may take long. */
export function isUpload(request: Pick<FastifyRequest, "headers" | "url" | "routeOptions">): boolean {
  const { price } = request.routeOptions.config;
  const isStreamed = price?.fileBody !== undefined && price.fileBody === price.body;
  return isStreamed || isGraphqlUpload(request);
}

const newerType = "application/graphql-response+json";

/**
 * The media type for a client (GraphQL over HTTP, "Media Types"): the one with the higher weight, of equals the newer one
 * where it is named. A client that accepts anything, or neither, gets `application/json`.
 */
export function chooseMediaType(accept?: string): "application/json" | typeof newerType {
  if (accept === undefined || accept === "*/*") return "application/json";
  const weights = { "application/json": 0, [newerType]: 0 };
  for (const part of accept.toLowerCase().split(",")) {
    const [type = "", ...params] = part.split(";").map((piece) => piece.trim());
    const weight = Number(params.find((param) => param.startsWith("q="))?.slice(2) ?? 1);
    if (type in weights) weights[type as keyof typeof weights] = weight;
  }
  const newer = weights[newerType];
  return newer > 0 && newer >= weights["application/json"] ? newerType : "application/json";
}
