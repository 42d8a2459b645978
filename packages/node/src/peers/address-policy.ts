import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { AppError, hasCode, msg } from "../errors/errors.ts";
import type { NameResolver } from "./resolve-name.ts";

const globalIpv6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Inside 2000::/3 and not yet in the library's table: documentation (RFC 9637). */
const newerIpv6 = [ipaddr.IPv6.parseCIDR("3fff::/20")];

/**
 * Whether an address is one host of the public internet: global unicast and nothing else (design part 1). IPv6 counts
 * from 2000::/3 alone, so that no form that carries an IPv4 address inside (mapped, compatible, NAT64, 6to4, Teredo) passes.
 * @param ip the usual spelling of an IPv4 or IPv6 address; a zone, or any other text, is refused
 */
export function isGlobalUnicast(ip: string): boolean {
  if (isIP(ip) === 0 || ip.includes("%")) {
    return false;
  }
  const address = ipaddr.parse(ip);
  if (address.range() !== "unicast") {
    return false;
  }
  return !(address instanceof ipaddr.IPv6) || isGlobalIpv6(address);
}

function isGlobalIpv6(address: ipaddr.IPv6): boolean {
  return address.match(globalIpv6) && !newerIpv6.some((range) => address.match(range));
}

/** The look-up of a socket that gets no address but those that may be connected to. */
export function checkedLookup(
  resolver: NameResolver,
  isAllowedAddress: (ip: string) => boolean,
): LookupFunction {
  return (hostname, { all, family }, callback) => {
    resolver.resolve(hostname).then(
      (found) => {
        const wanted =
          family === 4 || family === 6 ? found.filter((one) => one.family === family) : [...found];
        const allowed: LookupAddress[] = wanted.filter(({ address }) => isAllowedAddress(address));
        const [first] = allowed;
        if (first === undefined) {
          callback(notAllowed("ADDRESS_NOT_ALLOWED"), []);
        } else if (all) {
          callback(null, allowed);
        } else {
          callback(null, first.address, first.family);
        }
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

const problems = ["SCHEME_NOT_ALLOWED", "PORT_NOT_ALLOWED", "ADDRESS_NOT_ALLOWED"] as const;
export type TargetProblem = (typeof problems)[number];

/** The error for a target that this node does not connect to. */
export function notAllowed(problem: TargetProblem): AppError {
  return new AppError(problem, msg`This node does not connect to this target: ${problem}.`);
}

export function isNotAllowed(error: unknown): error is AppError {
  return hasCode(error, ...problems);
}
