import { useEffect, useState } from "react";
import { noFilter, type PostFilter, postOrders } from "../../publications/use-posts.ts";

/** The time until a filter is in the address, in milliseconds: browsers allow some hundred changes of it in half a minute. */
const settleMs = 300;

/** The filter of the list of posts. It is kept in the address, so that it is there again when the owner comes back. */
export function usePostFilter() {
  const state = useState(readFilter);
  const [filter] = state;
  useEffect(() => {
    const timer = setTimeout(() => history.replaceState(history.state, "", addressWith(filter)), settleMs);
    return () => clearTimeout(timer);
  });
  return state;
}

function readFilter(): PostFilter {
  const query = new URLSearchParams(location.search);
  const read = (name: "search" | "from" | "to") => query.get(name) ?? noFilter[name];
  const sort = postOrders.find((name) => name === query.get("sort")) ?? "";
  return { search: read("search"), from: read("from"), to: read("to"), sort };
}

function addressWith(filter: PostFilter): string {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ""));
  return query.size > 0 ? `${location.pathname}?${query}` : location.pathname;
}
