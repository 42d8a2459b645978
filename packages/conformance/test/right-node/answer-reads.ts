import { EwpError, type Form, isoSeconds, parseTime } from "@freehold/protocol";
import type { Behaviour } from "./behaviour.ts";
import type { OwnPublication } from "./contents.ts";
import { type Answer, type Asked, jsonAnswer, queryOf } from "./http.ts";
import type { State } from "./state.ts";

const born = isoSeconds(1_699_999_000);

/** GET /ewp/profile (specification 4.1; decisions 6 and 9 for the reference form). */
export function answerProfile({ owner, url }: State, asked: Asked, { forms }: Behaviour): Answer {
  const agent = asked.headers["user-agent"] ?? "";
  const isReference = formOf(asked, { forms }) === "reference" || (agent === "node" && forms.length > 1);
  return jsonAnswer(200, {
    address: owner.address,
    url,
    title: "A right node",
    description: isReference ? "" : null,
    ...(forms.includes("baseline") && { ewpVersion: "1", createdAt: born, updatedAt: born }),
    ...(isReference && { created_at: born, updated_at: born }),
  });
}

/** The form of the answer: the reference form for a reference peer (decisions 6), if the node speaks it. */
export function formOf({ query, headers }: Asked, { forms }: Pick<Behaviour, "forms">): Form {
  const [only = "baseline", ...more] = forms;
  if (more.length === 0) return only;
  const since = query.get("since") ?? "";
  const isSync = headers["user-agent"]?.startsWith("ePress-Sync/") === true;
  return isSync || parseTime(since) !== null ? "reference" : "baseline";
}

/** GET /ewp/publications (specification 4.3). */
export function answerIndex(state: State, asked: Asked, behaviour: Behaviour): Answer {
  const isReference = formOf(asked, behaviour) === "reference";
  const query = queryOf(asked.query);
  const from = isReference ? sinceOf(asked) : null;
  const asksFor = isReference ? { ...query, since: undefined } : query;
  const { since, limit, page } = behaviour.parseIndexQuery(withoutUndefined(asksFor));
  const chosen = behaviour
    .arrange(state.publications)
    .filter(({ timestamp }) => from === null || timestamp * 1000 >= from)
    .filter(({ timestamp }) => since === null || behaviour.isNewer(timestamp, since));
  const [total, totalPages] = [chosen.length, Math.ceil(chosen.length / limit)];
  const offset = behaviour.offset(page, limit);
  const entries = chosen.slice(offset, offset + limit).map(isReference ? olderEntry(state) : entry(state));
  const before = { [isReference ? "hasPrevPage" : "hasPreviousPage"]: page > 1 };
  const pagination = { page, limit, total, totalPages, hasNextPage: page < totalPages, ...before };
  return jsonAnswer(200, { data: entries, pagination });
}

function sinceOf({ query }: Asked): number | null {
  const since = query.get("since");
  if (since === null) return null;
  const time = parseTime(since);
  if (time === null) throw new EwpError("INVALID_SINCE_FORMAT");
  return Date.parse(time);
}

function withoutUndefined(query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

function entry({ owner }: State) {
  return ({ hash, signature, timestamp, kind, slug }: OwnPublication): object => ({
    contentHash: hash,
    publisherAddress: owner.address,
    signature,
    timestamp,
    createdAt: isoSeconds(timestamp),
    contentKind: kind,
    slug,
  });
}

function olderEntry({ owner }: State) {
  return ({ hash, signature, timestamp, slug }: OwnPublication): object => ({
    content_hash: hash,
    author_address: owner.address,
    signature,
    comment_count: 0,
    created_at: timestamp * 1000,
    slug,
  });
}
