/** A name for an entry, and its names in earlier versions of this program. */
export interface EntryKeys {
  readonly key: string;
  readonly earlierKeys: readonly string[];
}

/** Takes the scheme out of a name that is, or begins with, an address: a site that changes to https has the same entries. */
export function keysOf(name: string): EntryKeys {
  const [, scheme, rest = ""] = /^(https?):\/\/(.*)$/is.exec(name) ?? [];
  if (scheme === undefined) return { key: name, earlierKeys: [] };
  const hash = rest.indexOf("#");
  const site = hash === -1 ? rest : rest.slice(0, hash).replace(/\/$/, "");
  const key = hash === -1 ? rest : site + rest.slice(hash);
  const written = hash === -1 ? [rest] : [key, `${site}/${rest.slice(hash)}`];
  return { key, earlierKeys: written.flatMap((one) => [`https://${one}`, `http://${one}`]) };
}
