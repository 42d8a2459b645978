import { inlineSvg } from "../../drawings/drawing.ts";
import { drawSeal } from "../../drawings/seal.ts";
import type { VerifyIsland } from "../../islands/verify.ts";
import type { Messages } from "../../messages/site/en.ts";
import type { Proof } from "../../signing/check-proof.ts";
import { renderList } from "../components/list.ts";
import { copyableDigits, field } from "../components/proof.ts";
import { attributes, type Html, html, preformatted } from "../html.ts";
import type { OwnedView } from "../view.ts";

/** The result for one publication, check by check. */
export interface SiteVerification {
  /** The node that it was fetched from; null if this node has it, or if it was pasted. */
  readonly node: string | null;
  readonly isPasted?: boolean;
  /** The publisher's name; empty if unknown. */
  readonly name: string;
  readonly proof: Proof | null;
  /** Bytes. */
  readonly size: number | null;
  readonly checks: readonly {
    readonly name: keyof Messages["verify"]["checks"];
    readonly state: "good" | "bad" | "unknown";
  }[];
  /** The number of entries in the index, for a whole node. */
  readonly entries?: number;
}

export interface VerifyPage {
  /** The query as it was typed. */
  readonly of: string;
  /** The post as it was pasted; empty for none, and for a long one. */
  readonly pasted: string;
  /** The publisher of a pasted text, as it was typed. */
  readonly publisher: string;
  /** Null without a query. */
  readonly outcome:
    | { readonly kind: "checked"; readonly found: readonly SiteVerification[] }
    | { readonly kind: "unreadable" | "nothing" | "unsigned" | "proofless" }
    | { readonly kind: "faulty"; readonly problem: keyof Messages["verify"]["faulty"] }
    | null;
}

/**
 * Checks a post or file of any node for anybody. The form works without a script; the script adds local files, and checks
 * a pasted post with its proof in the browser.
 */
export function renderVerify(view: OwnedView, page: VerifyPage): string {
  const { outcome } = page;
  const { title, intro } = view.messages.verify;
  return renderList(view, {
    title,
    path: "/verify",
    description: intro,
    islands: ["verify", "copy", "register-worker"],
    content: html`
      <div class="row"><div class="column"><p class="quiet">${intro}</p>${form(view, page)}</div></div>
      ${outcome && html`<div id="found">${results(view, outcome)}</div>`}
    `,
  });
}

function form(view: OwnedView, { of, pasted, publisher, outcome }: VerifyPage): Html {
  const { verify } = view.messages;
  return html`
    <form class="verify" method="post" action="/verify" data-verify="${JSON.stringify(islandOf(view, outcome))}">
      <label for="of">${verify.label}</label>
      <p class="verify-field">
        <input
          id="of"
          name="of"
          type="text"
          value="${of}"
          maxlength="900"
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
          placeholder="https://"/>
        <button type="submit">${verify.action}</button>
      </p>
      <details class="verify-paste" ${attributes({ open: publisher !== "" || pasted !== "" })}>
        <summary>${verify.paste}</summary>
        <label for="post">${verify.pasted}</label>
        <textarea id="post" name="post" rows="8" aria-describedby="post-hint" autocapitalize="none" spellcheck="false">${preformatted(pasted)}</textarea>
        <p class="quiet" id="post-hint">${verify.pastedHint}</p>
        <label for="publisher">${verify.publisher}</label>
        <p class="verify-field">
          <input
            id="publisher"
            name="publisher"
            type="text"
            value="${publisher}"
            maxlength="900"
            autocomplete="off"
            autocapitalize="none"
            spellcheck="false"/>
          <button type="submit">${verify.action}</button>
        </p>
      </details>
      <p class="verify-file" hidden="">
        <label for="file">${verify.file}</label>
        <input id="file" type="file" multiple=""/>
      </p>
      <div class="verify-here" tabindex="-1" aria-live="polite"></div>
    </form>
  `;
}

function islandOf(
  { owner, messages: { verify, proof, language } }: OwnedView,
  outcome: VerifyPage["outcome"],
): VerifyIsland {
  const found = outcome?.kind === "checked" ? outcome.found : [];
  const { hashing, isHash, isSigned, isOther, unreadable, nowTheFile, isOffline, faulty } = verify;
  const { whole, broken, open, inBrowser, signedByKey, isOwner, whoseKey, signersWord } = verify;
  const { signature, time, bytes } = verify.checks;
  return {
    proofs: found.flatMap((one) => (one.proof ? [one.proof] : [])),
    owner: { address: owner.address, title: owner.title },
    language,
    messages: {
      hashing,
      isHash,
      isSigned,
      isOther,
      unreadable,
      nowTheFile,
      isOffline,
      faulty,
      whole,
      broken,
      open,
      inBrowser,
      signedByKey,
      isOwner,
      whoseKey,
      signersWord,
      notSigned: signature.bad,
      future: time.bad,
      bytes,
      hashIs: proof.hashIs,
    },
  };
}

function results(view: OwnedView, outcome: NonNullable<VerifyPage["outcome"]>): Html | Html[] {
  if (outcome.kind === "checked") return outcome.found.map((one) => verification(view, one));
  const { verify } = view.messages;
  const text =
    outcome.kind === "unreadable"
      ? verify.notRead
      : outcome.kind === "faulty"
        ? verify.faulty[outcome.problem]
        : verify[outcome.kind];
  return html`<div class="row"><p class="column" role="status">${text}</p></div>`;
}

const stateClasses = { good: "good", bad: "bad", unknown: "wait" } as const;

function verification(view: OwnedView, found: SiteVerification): Html {
  const { node, isPasted, name, proof, size, checks, entries } = found;
  const { verify } = view.messages;
  const isBroken = checks.some(({ state }) => state === "bad");
  const isWhole = checks.every(({ state }) => state === "good") && (proof !== null || entries !== undefined);
  const broken = isBroken ? " broken" : "";
  const isFetched = proof !== null || entries !== undefined;
  const here = isPasted ? verify.fromPaste : verify.heldHere;
  const source = node === null ? here : isFetched ? verify.fetchedFrom(node) : verify.asked(node);
  const items = checks.map(
    (check) => html`<li class="${stateClasses[check.state]}">${verify.checks[check.name][check.state]}</li>`,
  );
  return html`
    <section class="row verification${broken}">
      <div class="margin">${proof && inlineSvg(drawSeal(proof.contentHash), `seal${broken}`, null)}</div>
      <div class="column">
        <h2>${isBroken ? verify.broken : isWhole ? verify.whole : verify.open}</h2>
        <p class="quiet">${source}</p>
        <ol class="checks">${items}</ol>
        ${entries !== undefined && html`<p>${[name, verify.entries(entries)].filter(Boolean).join(": ")}</p>`}
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
  const { proof, second, size, verify } = view.messages;
  return html`
    <dl class="verified">
      ${field(proof.who, [name && html`<p>${name}</p>`, copyableDigits(publisherAddress, view)])}
      ${field(
        proof.when,
        verify.signersWord.replace("#", () => second(timestamp * 1000)),
      )}
      ${field(proof.whichBytes, [
        bytes !== null && html`<p>${size(bytes)}</p>`,
        copyableDigits(contentHash, view),
      ])}
      ${field(proof.signature, copyableDigits(signature, view))}
    </dl>
  `;
}
