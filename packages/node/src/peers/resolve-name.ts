import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { createQueue } from "../limiter/queue.ts";
import { limits } from "./limits.ts";

const lookupMs = 2_000; // the answer of a name server
const systemLookupsWaiting = 1_000; // names that wait to be resolved

/** Host names to addresses. */
export interface NameResolver {
  /** Every address of a name, at least one. @throws an error with a `code` such as ENOTFOUND */
  resolve(name: string): Promise<readonly LookupAddress[]>;
  /** Cancels the open queries. */
  cancel(): void;
}

/** Failures that say nothing about the name, so that the system's own resolver would only hang on it as well. */
const undecided = new Set(["ETIMEOUT", "ECANCELLED", "ESERVFAIL"]);

/**
 * A resolver that a hanging name server can't stop: the system's own look-up takes one of the process's four worker
 * threads, which files need too, for as long as it hangs. So public names are asked of the name servers directly, and the
 * system (hosts file, local names) only for names that they don't know, two at a time.
 * @param options.preferSystem asks only the system: for private networks, whose names are in hosts files
 */
export function createNameResolver(options: { preferSystem: boolean }): NameResolver {
  const servers = new Resolver({ timeout: lookupMs, tries: 2 });
  const queue = createQueue({ atATime: limits.systemLookups, waiting: systemLookupsWaiting });

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

/**
 * The answer of the name servers for a host. `loop`: its aliases (CNAME) lead back to one of them; `none`: there is no
 * address.
 */
export type FoundAddresses =
  | { readonly kind: "found"; readonly addresses: readonly string[]; readonly aliases: readonly string[] }
  | { readonly kind: "none" | "loop" | "no-answer"; readonly aliases: readonly string[] };

/** The next name behind a name, or null at the end of the chain. */
export type FindAlias = (name: string) => Promise<string | null>;

const nobody = /^ENOTFOUND$|^ENODATA$|^EAI_/;

/** Looks a host up with its aliases; an address that is written out is its own answer. */
export async function findAddresses(
  host: string,
  { resolver, findAlias }: { resolver: Pick<NameResolver, "resolve">; findAlias: FindAlias },
): Promise<FoundAddresses> {
  if (isIP(host) !== 0) return { kind: "found", addresses: [host], aliases: [] };
  const { aliases, isLoop } = await followAliases(host, findAlias);
  if (isLoop) return { kind: "loop", aliases };
  try {
    const found = await resolver.resolve(host);
    return { kind: "found", addresses: [...new Set(found.map(({ address }) => address))], aliases };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return { kind: nobody.test(code) ? "none" : "no-answer", aliases };
  }
}

async function followAliases(host: string, findAlias: FindAlias) {
  const seen = [host.toLowerCase()];
  for (let name = host; seen.length <= limits.aliases + 1; ) {
    const next = (await findAlias(name))?.toLowerCase() ?? null;
    if (next === null) return { aliases: seen.slice(1), isLoop: false };
    if (seen.includes(next)) return { aliases: seen.slice(1), isLoop: true };
    seen.push(next);
    name = next;
  }
  return { aliases: seen.slice(1), isLoop: true };
}

/** Asks the name servers themselves. A name without an answer ends the chain: the look-up of the address tells more. */
export function createFindAlias(): FindAlias {
  const servers = new Resolver({ timeout: lookupMs, tries: 1 });
  return async (name) => {
    if (!name.includes(".")) return null;
    const [alias] = await servers.resolveCname(name).catch(() => []);
    return alias ?? null;
  };
}
