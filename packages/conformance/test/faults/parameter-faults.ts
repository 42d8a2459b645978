import { EwpError, parseContentQuery, parseIndexQuery, thumbnailSizes } from "@freehold/protocol";
import type { Behaviour } from "../right-node/behaviour.ts";
import { errorAnswer } from "../right-node/http.ts";
import type { Fault } from "./fault.ts";

type Query = Record<string, unknown>;

/** Changes parameters before the node parses them. */
function reading(change: (query: Query) => Query): Partial<Behaviour> {
  return {
    parseIndexQuery: (query) => parseIndexQuery(change(query)),
    parseContentQuery: (query) => parseContentQuery(change(query)),
  };
}

function eachValue(change: (value: unknown) => unknown): (query: Query) => Query {
  return (query) =>
    Object.fromEntries(
      Object.entries(query)
        .map(([name, value]) => [name, name === "contentHash" ? value : change(value)])
        .filter(([, value]) => value !== undefined),
    );
}

function clamp(query: Query, name: string, fits: (value: number) => boolean, to: string): Query {
  const value = query[name];
  return typeof value === "string" && /^\d+$/.test(value) && !fits(Number(value))
    ? { ...query, [name]: to }
    : query;
}

const isSize = (thumb: unknown) => thumbnailSizes.some((size) => size === thumb);

export const parameterFaults: readonly Fault[] = [
  {
    name: "limit-1001-accepted",
    wrong: reading((query) => clamp(query, "limit", (limit) => limit <= 1000, "1000")),
    fails: ["index-limit-above-1000"],
  },
  {
    name: "limit-0-accepted",
    wrong: reading((query) => clamp(query, "limit", (limit) => limit >= 1, "1")),
    fails: ["index-limit-zero", "index-error-order"],
  },
  {
    name: "page-0-accepted",
    wrong: reading((query) => clamp(query, "page", (page) => page >= 1, "1")),
    fails: ["index-page-zero", "index-error-order"],
  },
  {
    name: "leading-digits-enough",
    wrong: reading(
      eachValue((value) => (typeof value === "string" ? (/^\d+/.exec(value)?.[0] ?? value) : value)),
    ),
    fails: ["index-limit-digits", "index-page-digits", "index-since-digits", "content-timestamp-malformed"],
  },
  {
    name: "empty-parameters-ignored",
    wrong: reading(eachValue((value) => (value === "" ? undefined : value))),
    fails: [
      "index-limit-empty",
      "index-page-empty",
      "index-since-empty",
      "content-timestamp-malformed",
      "content-thumb-malformed",
    ],
  },
  {
    name: "first-of-repeated-parameters",
    wrong: reading(eachValue((value) => (Array.isArray(value) ? value[0] : value))),
    fails: [
      "index-limit-repeated",
      "index-page-repeated",
      "index-since-repeated",
      "content-timestamp-malformed",
      "content-thumb-malformed",
    ],
  },
  {
    name: "since-reported-first",
    wrong: {
      instead: ({ path, query }) =>
        path === "/ewp/publications" && query.get("since") === "x"
          ? errorAnswer(new EwpError("INVALID_SINCE"))
          : null,
    },
    fails: ["index-error-order"],
  },
  {
    name: "default-limit-20",
    wrong: reading((query) => (query.contentHash ? query : { limit: "20", ...query })),
    fails: ["default-limit"],
  },
  {
    name: "any-hash-looked-up",
    wrong: reading((query) => ({
      ...query,
      ...(query.contentHash !== undefined &&
        !/^0x[0-9a-f]{64}$/.test(String(query.contentHash)) && { contentHash: `0x${"0".repeat(64)}` }),
    })),
    fails: [
      "content-hash-too-short",
      "content-hash-too-long",
      "content-hash-without-0x",
      "content-hash-not-hexadecimal",
      "content-hash-a-word",
      "content-error-order",
    ],
  },
  {
    name: "hash-without-prefix-accepted",
    wrong: reading((query) =>
      /^[0-9a-f]{66}$/.test(String(query.contentHash))
        ? { ...query, contentHash: `0x${"0".repeat(64)}` }
        : query,
    ),
    fails: ["content-hash-without-0x"],
  },
  {
    name: "any-thumb-accepted",
    wrong: reading((query) =>
      query.thumb === undefined || isSize(query.thumb) ? query : { ...query, thumb: "sm" },
    ),
    fails: ["content-thumb-malformed", "content-error-order"],
  },
  {
    name: "thumb-in-capitals-accepted",
    wrong: reading((query) => (query.thumb === "SM" ? { ...query, thumb: "sm" } : query)),
    fails: ["content-thumb-malformed"],
  },
  {
    name: "content-looked-up-first",
    wrong: {
      instead: ({ path, method }) =>
        method === "GET" && path.endsWith("0e".repeat(32))
          ? errorAnswer(new EwpError("CONTENT_NOT_FOUND"))
          : null,
    },
    fails: ["content-error-order"],
  },
];
