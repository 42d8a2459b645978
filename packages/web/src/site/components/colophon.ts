import { type Html, html } from "../html.ts";
import { pathOfPost, type SitePost } from "../post.ts";
import { baseOf, type OwnedView } from "../view.ts";
import { field } from "./proof.ts";

/** The origin of a printed post: its day, its address on the web, and for a signed one the signer and the hash. No screen shows it. */
export function colophon({ owner, messages }: OwnedView, post: SitePost): Html {
  const { printed } = messages;
  const signed = post.proof && [
    field(printed.signer, `${owner.title}, ${owner.address}`),
    field(printed.signedAt, messages.second(post.proof.timestamp * 1000)),
    field("SHA-256", post.contentHash),
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
