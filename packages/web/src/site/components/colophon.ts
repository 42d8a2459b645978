import { type Html, html } from "../html.ts";
import { pathOfPost, type SitePost } from "../post.ts";
import { baseOf, type OwnedView } from "../view.ts";
import { field } from "./proof.ts";

/** What a printed post says of its origin: its day, its address on the web, and for a signed one the signer and the hash. No screen shows it. */
export function colophon({ owner, messages }: OwnedView, post: SitePost): Html {
  const { printed, proof } = messages;
  const signed = post.proof && [
    field(proof.signedBy(owner.title), owner.address),
    field(printed.signedAt, messages.second(post.proof.timestamp * 1000)),
    field(proof.hashIs, post.contentHash),
  ];
  return html`
    <div class="colophon row" data-pagefind-ignore="">
      <dl class="column">
        ${field(printed.published, messages.day(post.publishedAt))}
        ${field(printed.address, `${baseOf(owner)}${pathOfPost(post)}`)}
        ${signed}
      </dl>
    </div>
  `;
}
