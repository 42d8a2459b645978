import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { limits } from "./limits.ts";
import type { NameResolver } from "./resolve-name.ts";

/** What the name servers say of a host. `loop`: its aliases (CNAME) lead back to one of them; `none`: there is no address. */
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

/** Asks the name servers themselves. What can't be answered ends the chain: the look-up of the address tells more. */
export function createFindAlias(): FindAlias {
  const servers = new Resolver({ timeout: limits.lookupMs, tries: 1 });
  return async (name) => {
    if (!name.includes(".")) return null;
    const [alias] = await servers.resolveCname(name).catch(() => []);
    return alias ?? null;
  };
}
