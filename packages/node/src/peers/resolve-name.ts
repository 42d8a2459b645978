import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { createQueue } from "../limiter/queue.ts";
import { limits } from "./limits.ts";

/** Host names to addresses. */
export interface NameResolver {
  /** Every address of a name, at least one. @throws an error with a `code` such as ENOTFOUND */
  resolve(name: string): Promise<readonly LookupAddress[]>;
  /** Gives up what is being asked. */
  cancel(): void;
}

/** Failures that say nothing about the name, so that the system's own resolver would only hang on it as well. */
const undecided = new Set(["ETIMEOUT", "ECANCELLED", "ESERVFAIL"]);

/**
 * A resolver that a hanging name server can't stop: the system's own look-up takes one of the process's four worker
 * threads, which files need too, for as long as it hangs. So public names are asked of the name servers directly, and
 * the system (hosts file, local names) only for what those don't know, two at a time.
 * @param options.preferSystem ask the system alone: for private networks, whose names stand in hosts files
 */
export function createNameResolver(options: { preferSystem: boolean }): NameResolver {
  const servers = new Resolver({ timeout: limits.lookupMs, tries: 2 });
  const queue = createQueue({ atATime: limits.systemLookups, waiting: limits.systemLookupsWaiting });

  const askSystem = (name: string) => queue.run(null, () => lookup(name, { all: true }));

  async function askServers(name: string): Promise<LookupAddress[]> {
    const [four, six] = await Promise.allSettled([servers.resolve4(name), servers.resolve6(name)]);
    const found = [...toAddresses(four, 4), ...toAddresses(six, 6)];
    if (found.length > 0) {
      return found;
    }
    const undecidedFailure = [four, six].find(
      (answer) => answer.status === "rejected" && isUndecided(answer.reason),
    );
    if (undecidedFailure?.status === "rejected") {
      throw undecidedFailure.reason;
    }
    return askSystem(name);
  }

  return {
    resolve: (name) => (options.preferSystem || !name.includes(".") ? askSystem(name) : askServers(name)),
    cancel: () => servers.cancel(),
  };
}

function toAddresses(answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return answer.status === "fulfilled" ? answer.value.map((address) => ({ address, family })) : [];
}

function isUndecided(error: unknown): boolean {
  return error instanceof Error && "code" in error && undecided.has(String(error.code));
}
