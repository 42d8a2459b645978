import type { Address } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { listBlockedAmong } from "../../store/peers/connections.ts";
import { readProfiles } from "../../store/peers/profiles.ts";
import { listHashtags } from "../../store/search/hashtags.ts";
import { findAuthors } from "../../store/search/search.ts";
import { type Caller, isAllowed } from "../access/callers.ts";
import { searchLimits } from "./search-limits.ts";
import { foldMark } from "./terms.ts";

/** A completion for the beginning of a hashtag or a name. */
export type Suggestion =
  | { readonly kind: "tag"; readonly text: string }
  | { readonly kind: "node"; readonly text: string; readonly address: Address; readonly url: string };

/**
 * Hashtags and nodes that begin with a text, up to ten of each; `#` asks for hashtags only, `@` for nodes only. Anybody gets
 * the tags of the owner's site and the owner's own node. All other tags and nodes are for callers who may read the timeline,
 * and tags of drafts for the owner alone.
 */
export async function suggest(
  context: Pick<Context, "store" | "owner">,
  { text, caller }: { text: string; caller: Caller },
): Promise<Suggestion[]> {
  const sign = text.startsWith("#") || text.startsWith("@") ? text[0] : null;
  const prefix = foldMark(sign === null ? text : text.slice(1));
  const own = await context.owner.get();
  if (prefix === "" || !own) return [];
  const isReader = isAllowed(caller, "read:timeline");
  const publisher = isReader ? null : own.address;
  const tags = sign === "@" ? [] : await suggestTags(context, { prefix, publisher, caller });
  // PostgreSQL accepts no NUL in a text.
  const name = (sign === null ? text : text.slice(1)).replaceAll("\0", "").trim();
  const nodes = sign === "#" ? [] : await suggestNodes(context, name);
  return [...tags, ...nodes.filter(({ address }) => isReader || address === own.address)];
}

async function suggestTags(
  { store }: Pick<Context, "store">,
  { prefix, publisher, caller }: { prefix: string; publisher: Address | null; caller: Caller },
): Promise<Array<Extract<Suggestion, { kind: "tag" }>>> {
  const states =
    caller.kind === "client" ? (["draft", "local", "signed"] as const) : (["local", "signed"] as const);
  const tags = await listHashtags(store.db, { prefix, publisher, states, limit: searchLimits.suggestions });
  return tags.map((text) => ({ kind: "tag", text }));
}

async function suggestNodes(
  { store }: Pick<Context, "store">,
  name: string,
): Promise<Array<Extract<Suggestion, { kind: "node" }>>> {
  const found = await findAuthors(store.db, name, searchLimits.suggestions);
  const blocked = await listBlockedAmong(store.db, found);
  const profiles = await readProfiles(
    store.db,
    found.filter((address) => !blocked.has(address)),
  );
  return [...profiles.values()].map(({ address, title, url }) => ({
    kind: "node",
    text: title,
    address,
    url,
  }));
}
