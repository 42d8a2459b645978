import type { PeerError } from "@freehold/protocol";
import { type Check, type Finding, failed, ok, warning } from "../check.ts";
import type { Examination } from "../examination.ts";
import { say } from "../sentence.ts";

export const checkReach: Check = {
  id: "outside.reach",
  area: "outside",
  about: "The way out through DNS and the proxy and back to this very node, from inside",
  warns: "this machine can't go that way, but another node can",
  fails: "somebody else answers at the public address, or nobody",
  needs: ["tables", "public-url", "probe"],
  beforeOwner: true,
  timeLimitMs: 50_000,
  async look(examination) {
    const { publicUrl } = examination;
    const outcome = await examination.outside();
    if (outcome.kind === "arrived") {
      return ok(
        say`${publicUrl} leads to this node, as seen from inside: out through DNS and proxy and back.`,
      );
    }
    if (outcome.kind === "elsewhere") return await judgeStranger(examination, outcome.status);
    const answer = await examination.callBack();
    if (answer?.kind === "called") {
      return warning(
        say`Another node reaches ${publicUrl}; this machine itself does not (${codeOf(outcome.error)}).`,
        say`Nothing needs to be done. To look at the proxy from here too, let the router lead inside calls back (hairpin NAT).`,
      );
    }
    return judgeSilence(examination, outcome.error);
  },
};

async function judgeStranger({ publicUrl, config, here }: Examination, status: number): Promise<Finding> {
  const place = `${config.host}:${config.port}`;
  if (status === 502 || status === 503 || status === 504) {
    const isSilent = (await here()) === "silent";
    const scheme = config.tls ? "https" : "http";
    return failed(
      say`The proxy at ${publicUrl} answers ${status}: it does not get through to the node.`,
      isSilent ? say`Start the node.` : say`Let the proxy pass requests on to ${scheme}://${place}.`,
    );
  }
  return failed(
    say`At ${publicUrl} something else answers than this node (status ${status}).`,
    say`Correct the address, or let DNS and proxy lead to ${place} of this machine, every path of it.`,
  );
}

function judgeSilence({ publicUrl }: Examination, error: PeerError): Finding {
  const code = codeOf(error);
  const told = say`${publicUrl} was not reached from here (${code}): ${error.message}`;
  if (code === "ADDRESS_NOT_ALLOWED")
    return failed(told, say`Let the name lead to a public address: see outside.dns.`);
  if (code === "PORT_NOT_ALLOWED")
    return failed(told, say`Serve the node at port 443, and leave the port out of its address.`);
  if (/CERT|TLS|SSL|UNABLE_TO|^EPROTO$/.test(code))
    return failed(told, say`Put the certificate right: see outside.certificate.`);
  if (/^ENOTFOUND$|^ENODATA$|^EAI_|^ETIMEOUT$/.test(code))
    return failed(told, say`Put the name right: see outside.dns.`);
  return failed(
    told,
    say`Open port 443 in the firewall, let the router pass it on to this machine, and see that the proxy runs.`,
  );
}

function codeOf({ code, kind }: PeerError): string {
  return code ?? kind;
}
