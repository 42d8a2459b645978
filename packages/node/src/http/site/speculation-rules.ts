import { createHash } from "node:crypto";
import type { SiteAsset } from "./site-assets.ts";

/** What a page of the site leads to and is not fetched before its time: programs, actions, searches, and bytes. */
const notAhead = [
  ...["/console", "/console/*", "/install", "/install/*", "/api/*", "/ewp/*", "/assets/*"],
  ...["/comments/*", "/preferences", "/search", "/publications/*/file", "/*.xml", "/*.json"],
];

/** Which pages a browser may fetch when a link to them is about to be touched (speculation rules); this site's alone. */
const rules = {
  prefetch: [
    {
      source: "document",
      where: {
        and: [{ href_matches: "/*" }, ...notAhead.map((pattern) => ({ not: { href_matches: pattern } }))],
      },
      eagerness: "moderate",
    },
  ],
};

const body = Buffer.from(JSON.stringify(rules));
const hash = createHash("sha256").update(body).digest("hex").slice(0, 12);

/** The rules as a file: a header of each page names it, since the site's policy allows no script inside a page. */
export const speculationRules: SiteAsset = {
  path: `/assets/ahead.${hash}.json`,
  mediaType: "application/speculationrules+json",
  body,
};
