import type { FastifyInstance } from "fastify";
import type { Config } from "../../config/config.ts";
import { requestIdHeader } from "./request-log.ts";

// A year, after which a browser forgets the header.
const strictTransportSeconds = 31_536_000;

/**
 * The headers of every reply: no browser guesses a media type, and a browser that reached this node over the node's own TLS
 * never asks it over plain HTTP again. Behind a proxy, the proxy sends that header: the node does not know what else the
 * proxy serves.
 */
export function securityHeaders({ tls }: Pick<Config, "tls">): Readonly<Record<string, string>> {
  const headers = { "x-content-type-options": "nosniff" };
  return tls === null
    ? headers
    : { ...headers, "strict-transport-security": `max-age=${strictTransportSeconds}` };
}

/** Adds them, and the request's id, to the replies of the framework. */
export function sendHeaders(app: FastifyInstance, headers: ReturnType<typeof securityHeaders>): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers).header(requestIdHeader, request.id);
    done();
  });
}

/** The features of a browser that no page of a node uses. */
export const permissionsPolicy = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "hid",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
]
  .map((feature) => `${feature}=()`)
  .join(", ");
