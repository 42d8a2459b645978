import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import type { NameResolver } from "./resolve-name.ts";
import { notAllowed } from "./target-not-allowed-error.ts";

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
