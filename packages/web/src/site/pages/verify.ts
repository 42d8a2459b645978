import { inlineSvg } from "../../drawings/drawing.ts";
import { drawSeal } from "../../drawings/seal.ts";
import type { VerifyIsland } from "../../islands/verify.ts";
import type { Messages } from "../../messages/site/en.ts";
import type { Proof } from "../../signing/check-proof.ts";
import { renderList } from "../components/list.ts";
import { copyableDigits, field } from "../components/proof.ts";
import { type Html, html } from "../html.ts";
import type { OwnedView } from "../view.ts";

/** The result for one publication, check by check. */
export interface SiteVerification {
  /** The node that it was fetched from; null if this node has it. */
  readonly node: string | null;
  /** The publisher's name; empty if unknown. */
  readonly name: string;
  readonly proof: Proof | null;
  /** Bytes. */
  readonly size: number | null;
  readonly checks: readonly {
    readonly name: keyof Messages["verify"]["checks"];
    readonly state: "good" | "bad" | "unknown";
  }[];
}

export interface VerifyPage {
  /** The query as it was typed. */
  readonly of: string;
  /** Null without a query. */
  readonly outcome:
    | { readonly kind: "checked"; readonly found: readonly SiteVerification[] }
    | { readonly kind: "unreadable" | "nothing" | "unsigned" }
    | null;
}

/** Checks a post or file of any node for anybody. The form works without a script; the script adds local files. */
export function renderVerify(view: OwnedView, { of, outcome }: VerifyPage): string {
  const { title, intro } = view.messages.verify;
  return renderList(view, {
    title,
    path: "/verify",
    description: intro,
    islands: ["verify", "copy"],
    content: html`
      <div class="row"><div class="column"><p class="quiet">${intro}</p>${form(view, of, outcome)}</div></div>
      ${outcome && html`<div id="found">${results(view, outcome)}</div>`}
    `,
  });
}

function form({ messages: { verify } }: OwnedView, of: string, outcome: VerifyPage["outcome"]): Html {
  const found = outcome?.kind === "checked" ? outcome.found : [];
  const { hashing, isHash, isSigned, isOther, unreadable } = verify;
  const island: VerifyIsland = {
    proofs: found.flatMap(({ proof }) => (proof ? [proof] : [])),
    messages: { hashing, isHash, isSigned, isOther, unreadable },
  };
  return html`
    <form class="verify" method="post" action="/verify" data-verify="${JSON.stringify(island)}">
      <label for="of">${verify.label}</label>
      <p class="verify-field">
        <input
          id="of"
          name="of"
          type="text"
          value="${of}"
          required=""
          maxlength="900"
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
          placeholder="https://"/>
        <button type="submit">${verify.action}</button>
      </p>
      <p class="verify-file" hidden="">
        <label for="file">${verify.file}</label>
        <input id="file" type="file"/>
      </p>
      <ol class="checks" aria-live="polite"></ol>
    </form>
  `;
}

function results(view: OwnedView, outcome: NonNullable<VerifyPage["outcome"]>): Html | Html[] {
  if (outcome.kind === "checked") return outcome.found.map((one) => verification(view, one));
  const { verify } = view.messages;
  const text = outcome.kind === "unreadable" ? verify.notRead : verify[outcome.kind];
  return html`<div class="row"><p class="column" role="status">${text}</p></div>`;
}

const stateClasses = { good: "good", bad: "bad", unknown: "wait" } as const;

function verification(view: OwnedView, { node, name, proof, size, checks }: SiteVerification): Html {
  const { verify } = view.messages;
  const isBroken = checks.some(({ state }) => state === "bad");
  const isWhole = checks.every(({ state }) => state === "good") && proof !== null;
  const broken = isBroken ? " broken" : "";
  const items = checks.map(
    (check) => html`<li class="${stateClasses[check.state]}">${verify.checks[check.name][check.state]}</li>`,
  );
  return html`
    <section class="row verification${broken}">
      <div class="margin">${proof && inlineSvg(drawSeal(proof.contentHash), `seal${broken}`, null)}</div>
      <div class="column">
        <h2>${isBroken ? verify.broken : isWhole ? verify.whole : verify.open}</h2>
        <p class="quiet">${node === null ? verify.heldHere : verify.fetchedFrom(node)}</p>
        <ol class="checks">${items}</ol>
        ${proof && proofFields(view, proof, name, size)}
      </div>
    </section>
  `;
}

function proofFields(
  view: OwnedView,
  { publisherAddress, timestamp, contentHash, signature }: Proof,
  name: string,
  bytes: number | null,
): Html {
  const { proof, second, size } = view.messages;
  return html`
    <dl class="verified">
      ${field(proof.who, [name && html`<p>${name}</p>`, copyableDigits(publisherAddress, view)])}
      ${field(proof.when, second(timestamp * 1000))}
      ${field(proof.whichBytes, [
        bytes !== null && html`<p>${size(bytes)}</p>`,
        copyableDigits(contentHash, view),
      ])}
      ${field(proof.signature, copyableDigits(signature, view))}
    </dl>
  `;
}
