import { dayMs, secondMs } from "@freehold/protocol/internal";
import { type Finding, failed, msg, ok, type Sentence, skipped, warning } from "../../../domain/check.ts";
import type { ServedCertificate } from "../../../peers/network-probe.ts";
import type { NodeCheck } from "../check-context.ts";
import { type DiagnosisContext, hostOf } from "../check-context.ts";

const inspectMs = 10 * secondMs; // a look at a certificate
const certificateSoonMs = 21 * dayMs; // a certificate that ends sooner warns
const certificateNowMs = 3 * dayMs; // one that ends sooner fails
const certificateAddresses = 4; // addresses whose certificate is checked

const oldVersions: ReadonlySet<string> = new Set(["TLSv1", "TLSv1.1", "SSLv3"]);
/** A machine without IPv6 can't connect to the address of an AAAA record. */
const noRoute = /^(ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|EAFNOSUPPORT)$/;
const bySeverity = ["failed", "warning", "ok", "skipped"] as const;

export const checkCertificate: NodeCheck = {
  id: "outside.certificate",
  about: "The certificate, at each address of the public name: chain, names, expiry, TLS version",
  warns: "it expires within 21 days, or TLS is older than 1.2",
  fails: "it is not trusted, incomplete, for another name, expired or about to (3 days), or nobody answers",
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
    return worst ?? skipped(msg`This machine has no way to any of those addresses.`);
  },
};

/** @returns null if this machine has no route to the address */
async function inspectAt(
  { publicUrl, networkProbe, clock, signal }: DiagnosisContext,
  host: string,
  address: string,
): Promise<Finding | null> {
  const port = Number(URL.parse(publicUrl ?? "")?.port || 443);
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(inspectMs)]);
    const served = await networkProbe.inspectCertificate({ host, address, port }, limit);
    return assessCertificate(served, host, clock.now());
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (noRoute.test(code)) return null;
    if (code === "PORT_NOT_ALLOWED") {
      return failed(
        msg`The address names port ${port}; other nodes call only port 443.`,
        msg`Serve the node at port 443, and leave the port out of its address.`,
      );
    }
    return failed(
      code.startsWith("ERR_SSL") || code === "EPROTO"
        ? msg`${address} does not speak TLS at port ${port}, as seen from here (${code}).`
        : msg`${address} does not answer at port ${port}, as seen from here (${code || "no reason"}).`,
      msg`Open that port in the firewall, let the router pass it on to this machine, and see that the proxy runs.`,
    );
  }
}

/** @param now ms */
export function assessCertificate(served: ServedCertificate, host: string, now: number): Finding {
  const { chainProblem, isForHost, validFrom, validUntil, issuer, version } = served;
  const leftMs = validUntil - now;
  const days = Math.floor(leftMs / dayMs);
  const until = new Date(validUntil).toISOString().slice(0, 10);
  if (leftMs <= 0)
    return failed(
      msg`The certificate expired on ${until}.`,
      msg`Renew it, and let the renewal run by itself (certbot, acme.sh, Caddy).`,
    );
  if (validFrom > now)
    return failed(
      msg`The certificate is not valid yet.`,
      msg`Set the clock right (see machine.clock), or wait.`,
    );
  if (!isForHost)
    return failed(
      msg`The certificate is not for ${host}.`,
      msg`Get one for ${host}, and see that the server shows that one for this name.`,
    );
  if (chainProblem !== null)
    return failed(
      chainFindings[chainProblem] ?? msg`The certificate is not trusted (${chainProblem}).`,
      msg`Serve the whole chain of a public authority (fullchain.pem, not cert.pem).`,
    );
  const expires =
    days === 1
      ? msg`The certificate expires on ${until}, in 1 day.`
      : msg`The certificate expires on ${until}, in ${days} days.`;
  if (leftMs < certificateNowMs)
    return failed(expires, msg`Renew it now, and find out why it was not renewed by itself.`);
  if (leftMs < certificateSoonMs)
    return warning(
      expires,
      msg`See why it has not been renewed by itself: certificates usually are 30 days before.`,
    );
  if (oldVersions.has(version))
    return warning(msg`The server speaks ${version}.`, msg`Allow TLS 1.2 and 1.3 in the proxy.`);
  return ok(
    msg`The certificate by ${issuer || "?"} is trusted, for ${host}, and good until ${until} (${version}).`,
  );
}

const incomplete = msg`The certificate comes without the chain up to a known authority: browsers may find it, other nodes do not.`;
const selfSigned = msg`The certificate is signed by nobody that others trust.`;
const chainFindings: Readonly<Record<string, Sentence>> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: incomplete,
  UNABLE_TO_GET_ISSUER_CERT: incomplete,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: incomplete,
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: selfSigned,
};
