import type { IncomingHttpHeaders } from "node:http";
import { EwpError, nodeUpdatedHeaders } from "@freehold/protocol";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { checkJsonShape } from "../check-json-shape.ts";
import { limits } from "../limits.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The defects of bodies, kept as long as their requests. */
const problems = new WeakMap<FastifyRequest, string>();

/**
 * How the body of a protocol write is read (decisions 2): JSON in UTF-8, an object, and nothing else. What is anything
 * else becomes null, and the use case refuses it as INVALID_PAYLOAD when its turn comes, for other errors come first.
 * A body that is too long is refused by the server before it comes here.
 */
export function readMessageBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  // A type that is named is found without being parsed; it is checked here.
  scope.addContentTypeParser<Buffer>(
    ["application/json", "*"],
    { parseAs: "buffer" },
    (request, bytes, done) => {
      const body = parseBody(request.headers, bytes);
      if (typeof body !== "string") return done(null, body);
      problems.set(request, body);
      done(null, null);
    },
  );
}

/** The same error, with the fault of the body in its message if it is known. */
export function explainBody<Thrown>(error: Thrown, request: FastifyRequest): Thrown | EwpError {
  const problem = problems.get(request);
  const isAboutBody = error instanceof EwpError && error.code === "INVALID_PAYLOAD";
  return isAboutBody && problem !== undefined ? new EwpError("INVALID_PAYLOAD", problem) : error;
}

function parseBody(headers: FastifyRequest["headers"], bytes: Uint8Array): object | string {
  if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
    return "The body must not be compressed.";
  }
  if (!isJson(headers["content-type"])) return "The body must be application/json.";
  const problem = checkJsonShape(bytes, limits.messageValues);
  if (problem !== null) return problem;
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? value : "The body must be a JSON object.";
  } catch {
    return "The body is not JSON in UTF-8.";
  }
}

function isJson(contentType = ""): boolean {
  return /^application\/json[ \t]*(;[ \t]*charset="?utf-8"?[ \t]*)?;?$/i.test(contentType.trim());
}

/** The publisher's `updatedAt` that a notification carries (decisions 4), as it was sent; null when it carries none. */
export function readNodeUpdated(headers: IncomingHttpHeaders): string | null {
  const values = nodeUpdatedHeaders.map((name) => headers[name]);
  return values.find((value) => typeof value === "string") ?? null;
}
