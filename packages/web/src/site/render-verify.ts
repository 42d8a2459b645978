import type { Address, Hash } from "@freehold/protocol";
import { createElement as h, type ReactElement } from "react";
import { inlineDrawing } from "../drawings/inline-drawing.ts";
import { drawSeal } from "../drawings/seal.ts";
import type { VerifyIsland } from "../islands/verify.ts";
import type { Messages } from "../messages/site/en.ts";
import { copyableDigits } from "./copyable-digits.ts";
import { renderList } from "./list-page.ts";
import type { OwnedView } from "./view.ts";

/** What was found of one publication, check by check. */
export interface SiteVerification {
  /** The node that was asked; null for what is held here. */
  readonly node: string | null;
  /** The publisher's; empty when it is not known. */
  readonly name: string;
  readonly proof: {
    readonly contentHash: Hash;
    readonly publisherAddress: Address;
    /** Unix seconds. */
    readonly timestamp: number;
    readonly signature: string;
  } | null;
  /** Bytes. */
  readonly size: number | null;
  readonly checks: readonly {
    readonly name: keyof Messages["verify"]["checks"];
    readonly state: "good" | "bad" | "unknown";
  }[];
}

export interface VerifyPage {
  /** What is asked about, as it was typed. */
  readonly of: string;
  /** Null before anything was asked. */
  readonly outcome:
    | { readonly kind: "checked"; readonly found: readonly SiteVerification[] }
    | { readonly kind: "unreadable" | "nothing" | "unsigned" }
    | null;
}

/** Where anybody checks a post or a file of any node. It works by its form; a script adds files of the reader's own. */
export function renderVerify(view: OwnedView, { of, outcome }: VerifyPage): string {
  const said = view.words.verify;
  return renderList(view, {
    title: said.title,
    path: "/verify",
    description: said.intro,
    next: null,
    islands: ["verify", "copy"],
    children: [
      h(
        "div",
        { className: "row", key: "form" },
        h(
          "div",
          { className: "column" },
          h("p", { className: "quiet" }, said.intro),
          form(view, of, outcome),
        ),
      ),
      outcome && h("div", { key: "outcome", id: "found" }, outcomeOf(view, outcome)),
    ],
  });
}

function form({ words }: OwnedView, of: string, outcome: VerifyPage["outcome"]): ReactElement {
  const said = words.verify;
  const found = outcome?.kind === "checked" ? outcome.found : [];
  const { hashing, isHash, isSigned, isOther, unreadable } = said;
  const island: VerifyIsland = {
    proofs: found.flatMap(({ proof }) => (proof ? [proof] : [])),
    words: { hashing, isHash, isSigned, isOther, unreadable },
  };
  return h(
    "form",
    { className: "verify", method: "post", action: "/verify", "data-verify": JSON.stringify(island) },
    h("label", { htmlFor: "of" }, said.label),
    h(
      "p",
      { className: "verify-field" },
      h("input", {
        ...{ id: "of", name: "of", type: "text", defaultValue: of, required: true, maxLength: 900 },
        ...{ autoComplete: "off", autoCapitalize: "none", spellCheck: false, placeholder: "https://" },
      }),
      h("button", { type: "submit" }, said.action),
    ),
    h(
      "p",
      { className: "verify-file", hidden: true },
      h("label", { htmlFor: "file" }, said.file),
      h("input", { id: "file", type: "file" }),
    ),
    h("ol", { className: "checks", "aria-live": "polite" }),
  );
}

function outcomeOf({ words }: OwnedView, outcome: NonNullable<VerifyPage["outcome"]>): ReactElement[] {
  const said = words.verify;
  if (outcome.kind === "checked") return outcome.found.map((one, index) => verification(one, words, index));
  return [
    h(
      "div",
      { className: "row", key: "none" },
      h(
        "p",
        { className: "column", role: "status" },
        outcome.kind === "unreadable" ? said.notRead : said[outcome.kind],
      ),
    ),
  ];
}

function verification(
  { node, name, proof, size, checks }: SiteVerification,
  words: Messages,
  index: number,
): ReactElement {
  const said = words.verify;
  const isBroken = checks.some(({ state }) => state === "bad");
  const isWhole = checks.every(({ state }) => state === "good") && proof !== null;
  const seal = proof && inlineDrawing(drawSeal(proof.contentHash), isBroken ? "seal broken" : "seal", null);
  return h(
    "section",
    { className: isBroken ? "row verification broken" : "row verification", key: index },
    h("div", { className: "margin" }, seal),
    h(
      "div",
      { className: "column" },
      h("h2", null, isBroken ? said.broken : isWhole ? said.whole : said.open),
      h("p", { className: "quiet" }, node === null ? said.heldHere : said.fetchedFrom(node)),
      h(
        "ol",
        { className: "checks" },
        checks.map((check) =>
          h("li", { key: check.name, className: classOf[check.state] }, said.checks[check.name][check.state]),
        ),
      ),
      proof && facts(proof, { name, size }, words),
    ),
  );
}

const classOf = { good: "good", bad: "bad", unknown: "wait" } as const;

function facts(
  proof: NonNullable<SiteVerification["proof"]>,
  { name, size }: Pick<SiteVerification, "name" | "size">,
  words: Messages,
): ReactElement {
  const { proof: said } = words;
  const fact = (term: string, ...value: (ReactElement | string | null)[]) =>
    h("div", { key: term }, h("dt", null, term), h("dd", null, ...value));
  return h(
    "dl",
    { className: "verified" },
    fact(said.who, name && h("p", null, name), copyableDigits(proof.publisherAddress, { words })),
    fact(said.when, words.second(proof.timestamp * 1000)),
    fact(
      said.whichBytes,
      size === null ? null : h("p", null, words.size(size)),
      copyableDigits(proof.contentHash, { words }),
    ),
    fact(said.signature, copyableDigits(proof.signature, { words })),
  );
}
