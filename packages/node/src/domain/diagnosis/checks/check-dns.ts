import { networkInterfaces } from "node:os";
import { type Check, failed, ok } from "../check.ts";
import { say } from "../sentence.ts";

export const checkDns: Check = {
  id: "outside.dns",
  area: "outside",
  about: "The addresses (A, AAAA, CNAME) of the public name",
  warns: null,
  fails:
    "there is none, its aliases run in a circle, or one of them is not an address of the public internet",
  needs: ["public-url"],
  beforeOwner: true,
  timeLimitMs: 20_000,
  async look({ publicUrl, networkProbe }) {
    const host = hostOf(publicUrl);
    const found = await networkProbe.findAddresses(host);
    switch (found.kind) {
      case "none":
        return failed(
          say`The name ${host} has no address.`,
          say`Add an A record (and AAAA, for IPv6) with this machine's public address at your DNS provider.`,
        );
      case "loop":
        return failed(
          say`The aliases of ${host} run in a circle: ${found.aliases.join(", ")}.`,
          say`Let the last CNAME record point to a name with an address.`,
        );
      case "no-answer":
        return failed(
          say`The name servers of ${host} do not answer.`,
          say`Look whether the name servers of the domain are the right ones, and try again in an hour.`,
        );
      case "found":
        return judgeAddresses(host, found.addresses, networkProbe.isAllowedAddress);
    }
  },
};

function judgeAddresses(host: string, addresses: readonly string[], isAllowed: (address: string) => boolean) {
  const bad = addresses.filter((address) => !isAllowed(address));
  if (bad.length > 0) {
    return failed(
      say`As seen from here, ${host} leads to ${bad.join(", ")}, which is no address of the public internet: other nodes refuse to call it.`,
      say`Put the public address into the A and AAAA records, and remove private ones.`,
    );
  }
  const own = new Set(
    Object.values(networkInterfaces()).flatMap((list) => list?.map(({ address }) => address) ?? []),
  );
  const list = addresses.join(", ");
  return ok(
    addresses.some((address) => own.has(address))
      ? say`${host} leads to ${list}.`
      : say`${host} leads to ${list}, none of which is this machine's own (a router or a proxy stands in front).`,
  );
}

/** The host of a public address, without brackets. */
export function hostOf(publicUrl: string | null): string {
  return URL.parse(publicUrl ?? "")?.hostname.replace(/^\[(.*)\]$/, "$1") ?? "";
}
