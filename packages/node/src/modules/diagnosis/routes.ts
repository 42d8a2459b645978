import { createHash } from "node:crypto";
import { EwpError } from "@freehold/protocol";
import { valueAt } from "@freehold/protocol/internal";
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { isRefusal } from "../../errors/errors.ts";
import { readGivenCode } from "../../http/api/installation.ts";
import { readMessageBodies } from "../../http/ewp/request.ts";
import { limits } from "../../http/limits.ts";
import { isForwardingHeader } from "../../http/loopback.ts";
import { simple, streamed } from "../../http/prices.ts";
import { priced } from "../../http/read-route.ts";
import { isProbe, type ProbeReport, probePath, recordProbeCall } from "./probes.ts";

type Needs = Pick<Context, "store" | "clock" | "config">;
type ProbeRequest = FastifyRequest<{ Params: { nonce: string } }>;

/**
 * Receives the requests that the node's own diagnosis sends from outside, and reports how they arrived. Without a recent nonce
 * these paths are 404. The body is counted and discarded.
 */
export function answerProbes(scope: FastifyInstance, ctx: Needs): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", async (_request: unknown, payload: unknown) => payload);
  scope.addHook("onRequest", async (request) => {
    const { nonce } = (request as ProbeRequest).params;
    if (!(await isProbe(ctx, nonce))) throw new EwpError("NOT_FOUND", "There is nothing at this path.");
  });
  const url = `${probePath}/:nonce`;
  scope.route({ method: ["GET", "POST", "PATCH", "DELETE"], url, handler: report(ctx), ...priced(streamed) });
  scope.route({
    method: "GET",
    url: `${url}/ewp/profile`,
    config: { price: simple },
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

/** The diagnosis of an address for the installer. */
export function answerInstaller(scope: FastifyInstance, ctx: Context): void {
  readMessageBodies(scope);
  scope.post(
    "/api/install/diagnosis",
    priced({ ...simple, perMinute: limits.diagnosesPerMinute }),
    diagnoseInstallation(ctx),
  );
}

/**
 * POST /api/install/diagnosis: `{ "url"? }` in, `{ "checks": [{ id, area, state, finding, advice, parts }] }` out, for
 * a client that sends the setup code, where `parts` has the finding and the advice for translation; else `{ "error", "message" }`.
 */
function diagnoseInstallation(ctx: Context): RouteHandlerMethod {
  return async (request, reply) => {
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort());
    reply.header("cache-control", "no-store");
    try {
      const { diagnoseForInstaller } = await import("./run-diagnosis.ts");
      const url = valueAt(request.body, "url");
      const asked = { url, setupCode: readGivenCode(request), signal: gone.signal };
      return await reply.send({ checks: await diagnoseForInstaller(ctx, asked) });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return reply.code(error.status).send({ error: error.code, message: error.message });
    }
  };
}
