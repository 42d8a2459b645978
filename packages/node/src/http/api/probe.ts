import { createHash } from "node:crypto";
import { EwpError } from "@freehold/protocol";
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { isProbe, type ProbeReport, probePath, recordProbeCall } from "../../domain/diagnosis/probes.ts";
import { limits } from "../limits.ts";
import { isForwardingHeader } from "../loopback.ts";

type Needs = Pick<Context, "store" | "clock" | "config">;
type ProbeRequest = FastifyRequest<{ Params: { nonce: string } }>;

/**
 * Receives the requests that the node's own diagnosis sends from outside, and reports how they arrived. Without a recent nonce
 * these paths are 404. The body is counted and discarded.
 */
export function registerProbeRoutes(scope: FastifyInstance, ctx: Needs): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", async (_request: unknown, payload: unknown) => payload);
  scope.addHook("onRequest", async (request) => {
    const { nonce } = (request as ProbeRequest).params;
    if (!(await isProbe(ctx, nonce))) throw new EwpError("NOT_FOUND", "There is nothing at this path.");
  });
  const url = `${probePath}/:nonce`;
  scope.route({ method: ["GET", "POST", "PATCH", "DELETE"], url, handler: report(ctx) });
  scope.route({
    method: "GET",
    url: `${url}/ewp/profile`,
    handler: async (request) => {
      await recordProbeCall(ctx, (request as ProbeRequest).params.nonce, request.ip);
      throw new EwpError(
        "NODE_NOT_FOUND",
        "There is no node here: this address only shows whether a call arrives.",
      );
    },
  });
}

function report({ config }: Pick<Context, "config">): RouteHandlerMethod {
  const maxBytes = config.maxContentBytes + limits.graphqlBytes;
  return async (request, reply) => {
    const { params, method, ip, host, raw, headers } = request as ProbeRequest;
    const body = await measure(request.body, maxBytes);
    const given = headers["x-forwarded-for"];
    const seen: ProbeReport = {
      nonce: params.nonce,
      method,
      ...body,
      client: ip ?? "",
      socket: raw.socket.remoteAddress ?? "",
      isSecure: "encrypted" in raw.socket,
      host: host.slice(0, limits.errorDetailLength),
      forwardedFor: given === undefined ? null : String(given).slice(0, limits.errorDetailLength),
      traces: Object.keys(headers).filter((name) => name !== "x-forwarded-for" && isForwardingHeader(name)),
    };
    return reply.header("cache-control", "no-store").send(seen);
  };
}

/** @throws EwpError PAYLOAD_TOO_LARGE */
async function measure(body: unknown, maxBytes: number): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  if (typeof body === "object" && body !== null && Symbol.asyncIterator in body) {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new EwpError("PAYLOAD_TOO_LARGE");
      hash.update(chunk);
    }
  }
  return { bytes, sha256: hash.digest("hex") };
}
