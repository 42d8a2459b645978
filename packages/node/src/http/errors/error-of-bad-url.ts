import { EwpError, type EwpErrorCode } from "@freehold/protocol";
import type { FastifyRequest } from "fastify";

/**
 * The error of a URL whose percent-encoding is broken: where a parameter stands there, the parameter's error, since a
 * path with a wrong parameter is known; elsewhere there is nothing at such a path.
 */
export function errorOfBadUrl({ method, url }: Pick<FastifyRequest, "method" | "url">): EwpError {
  return new EwpError(codeOfBadUrl(method, url), "The percent-encoding of the URL is broken.");
}

function codeOfBadUrl(method: string, url: string): EwpErrorCode {
  const isRead = method === "GET" || method === "HEAD";
  if (/^\/ewp\/contents\/[^/]*$/.test(url)) return isRead ? "INVALID_HASH_FORMAT" : "METHOD_NOT_ALLOWED";
  if (/^\/ewp\/nodes\/[^/]*$/.test(url)) return method === "PATCH" ? "INVALID_ADDRESS" : "METHOD_NOT_ALLOWED";
  return "NOT_FOUND";
}
