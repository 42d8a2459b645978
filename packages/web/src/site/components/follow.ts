import type { FollowIsland } from "../../islands/follow.ts";
import type { PresenceIsland } from "../../islands/presence.ts";
import { feedFormats } from "../feeds/formats.ts";
import { type Html, type HtmlValue, html } from "../html.ts";
import { baseOf, type OwnedView, type View } from "../view.ts";

/** The ways to follow: what everybody can use first, by mail and with a feed reader, and then from a node. */
export function waysToFollow(view: OwnedView): Html {
  const { owner, messages } = view;
  const { follow } = messages;
  const base = baseOf(owner);
  const feed = `${base}/${feedFormats[0]?.file}`;
  const others = feedFormats
    .slice(1)
    .flatMap(({ name, file }, index) => [
      index === 0 ? " " : " · ",
      html`<a href="${`/${file}`}">${messages.feeds[name]}</a>`,
    ]);
  return html`
    ${
      owner.hasNewsletter &&
      html`
        <section class="way">
          <h2>${messages.newsletter.title}</h2>
          <p>${messages.newsletter.explain}</p>
          <p><a href="/subscribe">${messages.newsletter.subscribe}</a></p>
        </section>
      `
    }
    ${
      owner.hasFeeds &&
      html`
        <section class="way">
          <h2>${follow.withReader}</h2>
          <p>${follow.giveFeed}</p>
          <p>${copyable(feed, view)}</p>
          <p class="note">${follow.otherFeeds}${others}</p>
        </section>
      `
    }
    ${
      owner.takesFollowers &&
      html`
        <section class="way">
          <h2>${follow.withNode}</h2>
          <p>${follow.giveAddress}</p>
          <p>${copyable(owner.url, view)}</p>
          ${followForm(view)}
          <p class="note">${follow.whatIsNode}</p>
        </section>
      `
    }
    ${!owner.takesFollowers && !owner.hasFeeds && !owner.hasNewsletter && html`<p>${follow.nobody}</p>`}
  `;
}

/** For visitors with a node and a wallet. Its script shows it. */
function followForm({ messages }: View): Html {
  const { noWallet, found, explain, sign, done, orHere, label, look } = messages.follow;
  const island: FollowIsland = {
    messages: { noWallet, found, explain, sign, done },
    walletSteps: messages.walletSteps,
    problems: messages.followProblems,
    wallet: messages.wallet,
  };
  return html`
    <form class="follow" hidden="" data-follow="${JSON.stringify(island)}">
      <p>${orHere}</p>
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

/** An address that is given to another program, with a button that copies it where scripts run. */
function copyable(url: string, { messages: { digits } }: View): Html {
  return html`
    <code class="url">${url}</code> <button class="copy" type="button" hidden="" data-copied="${digits.copied}">${digits.copy}</button>
  `;
}

/** How many visitors are here now. Its script shows it where there is something to show. */
export function presence({ messages, isStatic }: View): HtmlValue {
  if (isStatic) return null;
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
