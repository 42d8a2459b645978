import { networkInterfaces } from "node:os";
import type { PeerError } from "@freehold/protocol";
import { type Finding, failed, ok, skipped, warning } from "../../../domain/check.ts";
import { msg, type Sentence } from "../../../errors/errors.ts";
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
            msg`The CNAME records of ${host} form a loop: ${found.aliases.join(", ")}.`,
            msg`Point the last CNAME record to a name with an address.`,
          );
        case "no-answer":
          return failed(
            msg`The name servers of ${host} do not respond.`,
            msg`Check that the name servers of the domain are correct, and try again in an hour.`,
          );
        case "found":
          return assessAddresses(host, found.addresses, networkProbe.isAllowedAddress);
      }
    },
  },
  checkCertificate,
  {
    id: "outside.reach",
    about: "The path through DNS and the proxy back to this node, from this machine",
    warns: "this machine can't go that way, but another node can",
    fails: "another server responds at the public address, or none",
    needs: ["tables", "public-url", "probe"],
    beforeOwner: true,
    timeLimitMs: 50_000,
    async run(context) {
      const { publicUrl } = context;
      const outcome = await context.probeFromOutside();
      if (outcome.kind === "arrived") {
        return ok(msg`${publicUrl} reaches this node through DNS and proxy (checked from this machine).`);
      }
      if (outcome.kind === "elsewhere") return await describeOtherServer(context, outcome.status);
      const answer = await context.requestCallBack();
      const code = codeOf(outcome.error);
      if (answer?.kind === "called") {
        return warning(
          msg`Another site reaches ${publicUrl}; this machine can't (${code}).`,
          msg`You don't need to do anything. To check the proxy from here too, turn on hairpin NAT in the router.`,
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
        return skipped(msg`No connected site can help with this check. Follow one, and try again.`);
      if (answer.kind === "called") {
        return ok(msg`Another site reached ${publicUrl}; its request came from ${answer.call.client}.`);
      }
      if (answer.answer !== "FOLLOWER_IDENTITY_MISMATCH") {
        return skipped(msg`The sites that were asked to help did not try (${answer.answer}).`);
      }
      if ((await findServer()) === "silent")
        return skipped(msg`The node is not running, so it can't be reached.`);
      return failed(
        msg`Another site tried to reach ${publicUrl}, but the request did not arrive.`,
        msg`Check from outside (a phone without Wi-Fi) whether that address opens; then see outside.dns and outside.certificate.`,
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
      msg`${host} points to ${bad.join(", ")}, which is not a public address: other sites refuse to call it (checked from this machine).`,
      msg`Put the public address into the A and AAAA records, and remove private ones.`,
    );
  }
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const list = addresses.join(", ");
  return ok(
    own.some(({ address }) => addresses.includes(address))
      ? msg`${host} points to ${list}.`
      : msg`${host} points to ${list}, which are not addresses of this machine (there is a router or proxy in front).`,
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
      msg`The proxy at ${publicUrl} returns ${status}: it can't reach the node.`,
      (await findServer()) === "silent"
        ? msg`Start the node.`
        : msg`Configure the proxy to pass requests to ${scheme}://${address}.`,
    );
  }
  return failed(
    msg`The server at ${publicUrl} is not this node (status ${status}).`,
    msg`Correct the address, or make DNS and proxy point every path to ${address} of this machine.`,
  );
}

function codeOf({ code, kind }: PeerError): string {
  return code ?? kind;
}

/** The first pattern that matches the error code of a call to the public address wins. */
const advices: readonly (readonly [code: RegExp, advice: Sentence])[] = [
  [/^ADDRESS_NOT_ALLOWED$/, msg`Point the name to a public address: see outside.dns.`],
  [/^PORT_NOT_ALLOWED$/, msg`Serve the node at port 443, and leave the port out of its address.`],
  [/CERT|TLS|SSL|UNABLE_TO|^EPROTO$/, msg`Fix the certificate: see outside.certificate.`],
  [/^ENOTFOUND$|^ENODATA$|^EAI_|^ETIMEOUT$/, msg`Fix the name: see outside.dns.`],
];

const adviceFor = (code: string) => advices.find(([pattern]) => pattern.test(code))?.[1];
