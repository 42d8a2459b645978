import type { Config } from "../../../config/config.ts";
import { trustsAddress } from "../../../config/setting-values.ts";
import { type Finding, failed, ok, skipped, warning } from "../../../domain/check.ts";
import { msg } from "../../../errors/errors.ts";
import type { NodeCheck } from "../check-context.ts";
import { forgedClient } from "../check-context.ts";
import type { ProbeReport } from "../probes.ts";

export const checkForwarding: NodeCheck = {
  id: "proxy.headers",
  about:
    "Whether `FREEHOLD_TRUST_PROXY` fits the proxy in front: clients must neither all share one address nor choose their own",
  warns: "the proxy passes on another host than the public one, or a proxy is trusted that is not there",
  fails: "a client can forge its address, or all clients have the proxy's (and share one rate limit)",
  needs: ["tables", "public-url", "probe", "reach"],
  beforeOwner: true,
  timeLimitMs: 20_000,
  async run({ probeFromOutside, publicUrl, config }) {
    const outcome = await probeFromOutside();
    if (outcome.kind !== "arrived") return skipped(msg`The node was not reached by its public address.`);
    return assessForwarding(outcome.report, config, URL.parse(publicUrl ?? "")?.host ?? "");
  },
};

const nginx = "nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for";

/** @param report of a probe with `forgedClient` in its X-Forwarded-For */
export function assessForwarding(
  report: ProbeReport,
  { trustProxy }: Pick<Config, "trustProxy">,
  publicHost: string,
): Finding {
  const { client, socket, forwardedFor, isSecure, traces, host } = report;
  // A public address is https: if the node does not speak TLS, a proxy does.
  const isProxied = !isSecure || traces.length > 0 || forwardedFor !== forgedClient;
  const isNear = isProbeFromProxy(report, trustProxy);
  if (client === forgedClient && !isNear) return describeForgeable(report, trustProxy, isProxied);
  if (isProxied && client === socket && !isNear) return describeSharedAddress(report, trustProxy);
  if (!isProxied && trustProxy !== false) {
    return warning(
      msg`FREEHOLD_TRUST_PROXY is set, but requests come directly.`,
      msg`Remove FREEHOLD_TRUST_PROXY.`,
    );
  }
  if (host !== publicHost) {
    return warning(
      msg`The proxy passes on ${host} as the host, not ${publicHost}.`,
      msg`Configure it to pass on the requested host (nginx: proxy_set_header Host $host).`,
    );
  }
  if (isNear) {
    return ok(
      msg`The proxy passes on client addresses. It runs on this machine, like this check, so other clients could not be tested.`,
    );
  }
  return ok(
    isProxied
      ? msg`The proxy passes on client addresses correctly.`
      : msg`Requests come directly, and no forwarding header is trusted.`,
  );
}

/**
 * Whether probe and proxy have the same address, as they do if the public name leads to this machine. A trusted proxy then
 * writes its own address, and the probe shows nothing more.
 */
function isProbeFromProxy({ socket, forwardedFor }: ProbeReport, trustProxy: Config["trustProxy"]): boolean {
  const writtenLast = forwardedFor?.split(",").at(-1)?.trim();
  // A socket for both families shows an IPv4 address as `::ffff:…`.
  const plainSocket = socket.replace(/^::ffff:/, "");
  return trustProxy !== true && writtenLast === plainSocket && trustsAddress(trustProxy)(socket);
}

function describeForgeable(
  { forwardedFor }: ProbeReport,
  trustProxy: Config["trustProxy"],
  isProxied: boolean,
): Finding {
  const finding = msg`Anyone can fake their IP address: X-Forwarded-For is trusted from every client.`;
  if (!isProxied) return failed(finding, msg`Remove FREEHOLD_TRUST_PROXY: requests come directly.`);
  if (trustProxy === true && forwardedFor !== forgedClient) {
    return failed(
      finding,
      msg`Set FREEHOLD_TRUST_PROXY to the number of proxies in front of the node (1) or to their addresses.`,
    );
  }
  return failed(finding, msg`Configure the proxy to set X-Forwarded-For itself (${nginx}).`);
}

function describeSharedAddress(
  { socket, forwardedFor }: ProbeReport,
  trustProxy: Config["trustProxy"],
): Finding {
  const finding = msg`All visitors share the proxy's IP address (${socket}) and one rate limit.`;
  if (forwardedFor === null || forwardedFor === forgedClient) {
    return failed(
      [...finding, ...msg`The proxy does not pass on client addresses.`],
      msg`Configure it to set X-Forwarded-For (${nginx}), and set FREEHOLD_TRUST_PROXY=1.`,
    );
  }
  return failed(
    finding,
    trustProxy === false
      ? msg`Set FREEHOLD_TRUST_PROXY=1 (the number of proxies).`
      : msg`Add ${socket} to FREEHOLD_TRUST_PROXY.`,
  );
}
