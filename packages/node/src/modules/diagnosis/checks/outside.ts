import { networkInterfaces } from "node:os";
import type { PeerError } from "@freehold/protocol";
import { type Finding, failed, msg, ok, type Sentence, skipped, warning } from "../../../domain/check.ts";
import type { NodeCheck } from "../check-context.ts";
import { adviseToOpen, type DiagnosisContext, hostOf, portOf } from "../check-context.ts";
import { checkCertificate } from "./certificate.ts";

export const outsideChecks: readonly NodeCheck[] = [
  {
    id: "outside.dns",
    about: "The addresses (A, AAAA, CNAME) of the public name",
    fails:
      "there is none, its aliases run in a circle, or one of them is not an address of the public internet",
    needs: ["public-url"],
    beforeOwner: true,
    timeLimitMs: 20_000,
    async run({ publicUrl, networkProbe }) {
      const host = hostOf(publicUrl);
      const found = await networkProbe.findAddresses(host);
      switch (found.kind) {
        case "none":
          return failed(
            msg`The name ${host} has no address.`,
            msg`Add an A record (and AAAA, for IPv6) with this machine's public address at your DNS provider.`,
          );
        case "loop":
          return failed(
            msg`The aliases of ${host} run in a circle: ${found.aliases.join(", ")}.`,
            msg`Let the last CNAME record point to a name with an address.`,
          );
        case "no-answer":
          return failed(
            msg`The name servers of ${host} do not answer.`,
            msg`Look whether the name servers of the domain are the right ones, and try again in an hour.`,
          );
        case "found":
          return assessAddresses(host, found.addresses, networkProbe.isAllowedAddress);
      }
    },
  },
  checkCertificate,
  {
    id: "outside.reach",
    about: "The way out through DNS and the proxy and back to this very node, from inside",
    warns: "this machine can't go that way, but another node can",
    fails: "another server answers at the public address, or none",
    needs: ["tables", "public-url", "probe"],
    beforeOwner: true,
    timeLimitMs: 50_000,
    async run(context) {
      const { publicUrl } = context;
      const outcome = await context.probeFromOutside();
      if (outcome.kind === "arrived") {
        return ok(
          msg`${publicUrl} leads to this node, as seen from inside: out through DNS and proxy and back.`,
        );
      }
      if (outcome.kind === "elsewhere") return await describeOtherServer(context, outcome.status);
      const answer = await context.requestCallBack();
      const code = codeOf(outcome.error);
      if (answer?.kind === "called") {
        return warning(
          msg`Another node reaches ${publicUrl}; this machine itself does not (${code}).`,
          msg`Nothing needs to be done. To look at the proxy from here too, let the router lead inside calls back (hairpin NAT).`,
        );
      }
      return failed(
        msg`${publicUrl} was not reached from here (${code}): ${outcome.error.message}`,
        adviceFor(code) ?? (await adviseToOpen(context, portOf(publicUrl))),
      );
    },
  },
  {
    id: "outside.peer",
    about: "Whether another node reaches this one: a connected one is asked to look it up",
    fails: "none of those that are asked does",
    needs: ["tables", "owner", "public-url", "probe"],
    timeLimitMs: 60_000,
    async run({ requestCallBack, publicUrl, findServer }) {
      const answer = await requestCallBack();
      if (!answer)
        return skipped(msg`No connected node can be asked to call back. Follow one, and try again.`);
      if (answer.kind === "called") {
        return ok(
          msg`Another node called ${publicUrl} and was answered; its call came from ${answer.call.client}.`,
        );
      }
      if (answer.answer !== "FOLLOWER_IDENTITY_MISMATCH") {
        return skipped(msg`The nodes that were asked to call back did not try (${answer.answer}).`);
      }
      if ((await findServer()) === "silent")
        return skipped(msg`The node is not running, so nobody can call it.`);
      return failed(
        msg`Another node tried to call ${publicUrl}, and nothing of it came here.`,
        msg`Look from outside (a phone without Wi-Fi) whether that address opens; then see outside.dns and outside.certificate.`,
      );
    },
  },
];

function assessAddresses(
  host: string,
  addresses: readonly string[],
  isAllowed: (address: string) => boolean,
): Finding {
  const bad = addresses.filter((address) => !isAllowed(address));
  if (bad.length > 0) {
    return failed(
      msg`As seen from here, ${host} leads to ${bad.join(", ")}, which is not an address of the public internet: other nodes refuse to call it.`,
      msg`Put the public address into the A and AAAA records, and remove private ones.`,
    );
  }
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const list = addresses.join(", ");
  return ok(
    own.some(({ address }) => addresses.includes(address))
      ? msg`${host} leads to ${list}.`
      : msg`${host} leads to ${list}, none of which is this machine's own (a router or a proxy is in front).`,
  );
}

async function describeOtherServer(
  { publicUrl, config, findServer }: DiagnosisContext,
  status: number,
): Promise<Finding> {
  const address = `${config.host}:${config.port}`;
  if (status === 502 || status === 503 || status === 504) {
    const scheme = config.tls ? "https" : "http";
    return failed(
      msg`The proxy at ${publicUrl} answers ${status}: it does not get through to the node.`,
      (await findServer()) === "silent"
        ? msg`Start the node.`
        : msg`Let the proxy pass requests on to ${scheme}://${address}.`,
    );
  }
  return failed(
    msg`At ${publicUrl} something else answers than this node (status ${status}).`,
    msg`Correct the address, or let DNS and proxy lead to ${address} of this machine, every path of it.`,
  );
}

function codeOf({ code, kind }: PeerError): string {
  return code ?? kind;
}

/** The first pattern that matches the error code of a call to the public address wins. */
const advices: readonly (readonly [code: RegExp, advice: Sentence])[] = [
  [/^ADDRESS_NOT_ALLOWED$/, msg`Let the name lead to a public address: see outside.dns.`],
  [/^PORT_NOT_ALLOWED$/, msg`Serve the node at port 443, and leave the port out of its address.`],
  [/CERT|TLS|SSL|UNABLE_TO|^EPROTO$/, msg`Put the certificate right: see outside.certificate.`],
  [/^ENOTFOUND$|^ENODATA$|^EAI_|^ETIMEOUT$/, msg`Put the name right: see outside.dns.`],
];

const adviceFor = (code: string) => advices.find(([pattern]) => pattern.test(code))?.[1];
