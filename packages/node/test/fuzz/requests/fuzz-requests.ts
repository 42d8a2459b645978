import fc from "fast-check";
import { type Caller, callers, untrustedPeers } from "../target/inventory.ts";
import type { FuzzRequest, Mangle } from "./fuzz-request.ts";
import { byteHeaders, oddHeaders } from "./odd-headers.ts";
import { oddText, urlText } from "./odd-values.ts";
import { paramsOf, pathOf, queryOf, type RouteRequests, routeRequests } from "./route-requests.ts";
import type { Signing } from "./signed-bodies.ts";

/** Some requests that are sent together. */
export interface Batch {
  /** One after the other over one connection, without waiting; else each over its own. */
  readonly isPipelined: boolean;
  readonly requests: readonly FuzzRequest[];
}

const mostAtOnce = 16;
const odd = "what no route answers";

/**
 * Requests to every route of a server, and to paths without a route.
 *
 * @param who `untrusted` sends nothing that may change the owner's data
 */
export function fuzzBatches(signing: Signing, who: "untrusted" | "anybody"): fc.Arbitrary<Batch> {
  const known = routeRequests(signing);
  const made = signing.inventory.routes.map((route) => {
    const special = known[route] ?? {};
    return { weight: special.weight ?? 1, arbitrary: requestTo(route, special, { signing, who }) };
  });
  const request = fc.oneof(...made, { weight: 4, arbitrary: requestToNowhere(signing, who) });
  return fc.record({
    isPipelined: fc.boolean(),
    requests: fc.array(request, { minLength: 1, maxLength: mostAtOnce, size: "max" }),
  });
}

interface Making {
  readonly signing: Signing;
  readonly who: "untrusted" | "anybody";
}

function requestTo(
  route: string,
  special: RouteRequests,
  { signing, who }: Making,
): fc.Arbitrary<FuzzRequest> {
  const [method = "GET", pattern = "/"] = route.split(" ");
  return fc
    .record({
      params: paramsOf(special),
      query: queryOf(special),
      headers: special.isBytes
        ? fc.oneof(byteHeaders(signing.inventory), oddHeaders(signing.inventory))
        : oddHeaders(signing.inventory),
      body: special.body ?? fc.constant(null),
      framing: fc.constantFrom("length", "length", "length", "chunked"),
      caller: special.callers ? fc.constantFrom(...special.callers) : callerOf(who),
      mangles,
    })
    .map(({ headers, ...rest }) => ({ ...rest, headers: [...(special.headers ?? []), ...headers] }))
    .map(({ params, query, headers, body, framing, caller, mangles: changes }) => ({
      route,
      method,
      target: `${pathOf(pattern, params)}${query}`,
      headers:
        body && !headers.some(([name]) => name === "Content-Type")
          ? [...headers, ["Content-Type", body.type]]
          : headers,
      body: body?.bytes ?? null,
      framing: framing as FuzzRequest["framing"],
      caller,
      mangles: changes,
    }));
}

/** Paths that are none, methods that a path does not take. */
function requestToNowhere({ inventory }: Signing, who: Making["who"]): fc.Arbitrary<FuzzRequest> {
  const paths = inventory.routes.map((route) => route.split(" ")[1] ?? "/");
  return fc
    .record({
      method: fc.constantFrom(
        "GET",
        "POST",
        "PUT",
        "PATCH",
        "DELETE",
        "HEAD",
        "OPTIONS",
        "TRACE",
        "PROPFIND",
        "QUERY",
      ),
      path: fc.oneof(
        fc.constantFrom(...paths),
        urlText(oddText).map((text) => `/${text}`),
      ),
      tail: fc.constantFrom("", "/", "//", "/..", "%2f", "?", "#", ";", "?%", "?a[b]=c&a[__proto__]=d"),
      headers: oddHeaders(inventory),
      caller: callerOf(who),
      mangles,
    })
    .map(({ method, path, tail, headers, caller, mangles: changes }) => ({
      route: odd,
      method,
      target: `${path}${tail}`.replaceAll(" ", "%20"),
      headers,
      body: null,
      framing: "length" as const,
      caller,
      mangles: changes,
    }));
}

function callerOf(who: Making["who"]): fc.Arbitrary<Caller> {
  const known = who === "untrusted" ? untrustedPeers : callers;
  return fc.constantFrom(...known);
}

const mangle: fc.Arbitrary<Mangle> = fc.record({
  how: fc.constantFrom<Mangle["how"][]>("flip", "drop", "repeat", "insert", "cut"),
  // Most of what matters stands at the beginning.
  at: fc.oneof(fc.nat(120), fc.nat(2_000)),
  size: fc.integer({ min: 1, max: 40 }),
  text: fc.constantFrom(
    "\r\n",
    "\n",
    "\r\n\r\n",
    "\0",
    ":",
    " ",
    "\t",
    "Transfer-Encoding: chunked\r\n",
    "Content-Length: 5\r\n",
    "\xff",
    "GET / HTTP/1.1\r\n",
    "0\r\n\r\n",
    "ffffffffff\r\n",
  ),
});

const mangles = fc.oneof(
  { weight: 14, arbitrary: fc.constant<Mangle[]>([]) },
  { weight: 1, arbitrary: fc.array(mangle, { minLength: 1, maxLength: 3 }) },
);
