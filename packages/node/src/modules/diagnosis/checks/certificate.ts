import { dayMs, hourMs, secondMs } from "@freehold/protocol/internal";
import { type Finding, failed, ok, skipped, warning } from "../../../domain/check.ts";
import { codeOf, msg, type Sentence } from "../../../errors/errors.ts";
import type { ServedCertificate } from "../../../peers/network-probe.ts";
import type { NodeCheck } from "../check-context.ts";
import { adviseToOpen, type DiagnosisContext, hostOf, portOf } from "../check-context.ts";

const inspectMs = 10 * secondMs; // a look at a certificate
/** The most time before its end at which a certificate warns or fails; one for a short time does later. */
const soon = { ms: 21 * dayMs, share: 1 / 4 };
const atOnce = { ms: 3 * dayMs, share: 1 / 30 };
const certificateAddresses = 4; // addresses whose certificate is checked

const oldVersions: ReadonlySet<string> = new Set(["TLSv1", "TLSv1.1", "SSLv3"]);
/** A machine without IPv6 can't connect to the address of an AAAA record. */
const noRoute = /^(ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|EAFNOSUPPORT)$/;
const bySeverity = ["failed", "warning", "ok", "skipped"] as const;

export const checkCertificate: NodeCheck = {
  id: "outside.certificate",
  watchedEveryMs: 6 * hourMs,
  about: "The certificate, at each address of the public name: chain, names, expiry, TLS version",
  warns: "it expires within 21 days (and a quarter of its time), or TLS is older than 1.2",
  fails:
    "it is not trusted, incomplete, for another name, expired or about to (3 days, and a 30th of its time), or there is no response",
  needs: ["public-url"],
  beforeOwner: true,
  timeLimitMs: 25_000,
  async run(context) {
    const { publicUrl, networkProbe } = context;
    const host = hostOf(publicUrl);
    const found = await networkProbe.findAddresses(host);
    if (found.kind !== "found") return skipped(msg`${host} has no address: see outside.dns.`);
    const addresses = found.addresses.filter(networkProbe.isAllowedAddress).slice(0, certificateAddresses);
    if (addresses.length === 0) return skipped(msg`${host} has no public address: see outside.dns.`);
    const findings = await Promise.all(addresses.map((address) => inspectAt(context, host, address)));
    const [worst] = findings
      .filter((finding) => finding !== null)
      .sort((a, b) => bySeverity.indexOf(a.state) - bySeverity.indexOf(b.state));
    return worst ?? skipped(msg`This machine can't reach any of those addresses.`);
  },
};

/** @returns null if this machine has no route to the address */
async function inspectAt(context: DiagnosisContext, host: string, address: string): Promise<Finding | null> {
  const { publicUrl, networkProbe, clock, signal } = context;
  const port = portOf(publicUrl);
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(inspectMs)]);
    const served = await networkProbe.inspectCertificate({ host, address, port }, limit);
    return assessCertificate(served, host, clock.now());
  } catch (error) {
    const code = codeOf(error);
    if (noRoute.test(code)) return null;
    if (code === "PORT_NOT_ALLOWED") {
      return failed(
        msg`The address has port ${port}, but other sites use only port 443.`,
        msg`Serve the node at port 443, and leave the port out of its address.`,
      );
    }
    if (code === "HANDSHAKE_TIMEOUT") {
      return failed(
        msg`${address} takes connections at port ${port} but does not respond (checked from this machine).`,
        msg`Check which program listens on that port and restart it: it hangs, or does not support TLS.`,
      );
    }
    return failed(
      code.startsWith("ERR_SSL") || code === "EPROTO"
        ? msg`${address} does not support TLS at port ${port} (checked from this machine: ${code}).`
        : msg`${address} does not respond at port ${port} (checked from this machine: ${isTimeout(error) ? "timeout" : code || "no reason"}).`,
      await adviseToOpen(context, port),
    );
  }
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === "TimeoutError";

/** @param now ms */
export function assessCertificate(served: ServedCertificate, host: string, now: number): Finding {
  const { chainProblem, isForHost, validUntil, issuer, version } = served;
  const atEnd = assessEnd(served, now);
  if (atEnd?.state === "failed" && (validUntil <= now || served.validFrom > now)) return atEnd;
  if (!isForHost)
    return failed(
      msg`The certificate is not for ${host}.`,
      msg`Get a certificate for ${host} and use it for this host name.`,
    );
  if (chainProblem !== null)
    return failed(
      chainFindings[chainProblem] ?? msg`The certificate is not trusted (${chainProblem}).`,
      msg`Serve the whole chain of a public authority (fullchain.pem, not cert.pem).`,
    );
  if (atEnd) return atEnd;
  if (oldVersions.has(version))
    return warning(msg`The server uses ${version}.`, msg`Allow TLS 1.2 and 1.3 in the proxy.`);
  const until = new Date(validUntil).toISOString().slice(0, 10);
  return ok(
    msg`The certificate by ${issuer || "?"} is trusted for ${host} and valid until ${until} (${version}).`,
  );
}

/**
 * Whether a certificate is not valid now, or not for long; null if it is.
 *
 * @param now ms
 */
export function assessEnd(
  { validFrom, validUntil }: Pick<ServedCertificate, "validFrom" | "validUntil">,
  now: number,
): Finding | null {
  const leftMs = validUntil - now;
  const until = new Date(validUntil).toISOString().slice(0, 10);
  const isWithin = ({ ms, share }: typeof soon) => leftMs < Math.min(ms, (validUntil - validFrom) * share);
  if (leftMs <= 0)
    return failed(
      msg`The certificate expired on ${until}.`,
      msg`Renew it, and set up automatic renewal (certbot, acme.sh, Caddy).`,
    );
  if (validFrom > now)
    return failed(
      msg`The certificate is not valid yet.`,
      msg`Correct the clock (see machine.clock), or wait.`,
    );
  if (isWithin(atOnce))
    return failed(
      describeEnd(validUntil, leftMs),
      msg`Renew it now, and find out why it was not renewed automatically.`,
    );
  if (isWithin(soon))
    return warning(
      describeEnd(validUntil, leftMs),
      msg`Check why it was not renewed automatically: usually this happens when a third of its time is left.`,
    );
  return null;
}

/** @param leftMs more than 0 */
function describeEnd(validUntil: number, leftMs: number): Sentence {
  const until = new Date(validUntil).toISOString().slice(0, 10);
  const [days, hours] = [Math.floor(leftMs / dayMs), Math.floor(leftMs / hourMs)];
  if (days > 1) return msg`The certificate expires on ${until}, in ${days} days.`;
  if (days === 1) return msg`The certificate expires on ${until}, in 1 day.`;
  if (hours > 1) return msg`The certificate expires on ${until}, in ${hours} hours.`;
  return hours === 1
    ? msg`The certificate expires on ${until}, in 1 hour.`
    : msg`The certificate expires on ${until}, within an hour.`;
}

const incomplete = msg`The certificate lacks its chain up to a known authority: browsers may accept it, other sites don't.`;
const selfSigned = msg`The certificate is self-signed or from an unknown authority.`;
const chainFindings: Readonly<Record<string, Sentence>> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: incomplete,
  UNABLE_TO_GET_ISSUER_CERT: incomplete,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: incomplete,
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: selfSigned,
};
