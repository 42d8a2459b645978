import type { FollowIsland } from "../../islands/follow.ts";
import type { PresenceIsland } from "../../islands/presence.ts";
import { type Html, html } from "../html.ts";
import type { OwnedView, View } from "../view.ts";
import { copyableDigits } from "./proof.ts";

/**
 * The end of the first page: how to follow, and the address to compare.
 *
 * @param takesFollowers whether other nodes may follow
 */
export function followSection(view: OwnedView, takesFollowers: boolean): Html {
  const { owner, messages } = view;
  const { about } = messages;
  return html`
    <section class="colophon row" aria-label="${about.title}">
      <h2 class="margin">${about.title}</h2>
      <div class="column">
        ${
          takesFollowers
            ? html`<p>${about.follow(owner.title)} <code class="url">${owner.url}</code></p>${followForm(view)}`
            : html`<p>${about.alone(owner.title)}</p>`
        }
        <p>${about.signedBy}</p>
        <p>${copyableDigits(owner.address, view)}</p>
        ${presence(view)}
      </div>
    </section>
  `;
}

/** For visitors with a node and a wallet. Its script shows it. */
function followForm({ messages }: View): Html {
  const { noWallet, found, explain, sign, done, label, look } = messages.follow;
  const island: FollowIsland = {
    messages: { noWallet, found, explain, sign, done },
    walletSteps: messages.walletSteps,
    problems: messages.followProblems,
    wallet: messages.wallet,
  };
  return html`
    <form class="follow" hidden="" data-follow="${JSON.stringify(island)}">
      <label for="node">${label}</label>
      <p>
        <input
          id="node"
          name="node"
          type="text"
          inputmode="url"
          required=""
          maxlength="500"
          autocomplete="url"
          autocapitalize="none"
          spellcheck="false"
          placeholder="https://"/>
        <button type="submit">${look}</button>
      </p>
      <output></output>
    </form>
  `;
}

/** How many visitors are here now. Its script shows it where there is something to show. */
function presence({ messages }: View): Html {
  const { waiting, several, unnamed } = messages.walletSteps;
  const island: PresenceIsland = {
    messages: messages.presence,
    walletSteps: { waiting, several, unnamed },
    wallet: messages.wallet,
  };
  return html`
    <p class="presence" data-presence="${JSON.stringify(island)}">
      <output></output>
      <button type="button" hidden="">${messages.presence.beSeen}</button>
    </p>
  `;
}
