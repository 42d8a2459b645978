import { graphql, type ReplyOf } from "@freehold/client";
import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { formatMoment, formatReason } from "../../components/format.ts";

/** A mention that was sent to a page. */
export const sentMentionFields = graphql(
  "fragment SentMention on SentMention { id target state problem receipt updatedAt }",
);
type SentMention = ReplyOf<typeof sentMentionFields>;

/** The pages that a post links to, and the answer of each to its mention. */
export function SentMentions({ mentions }: { mentions: readonly SentMention[] }): ReactElement {
  const messages = useMessages();
  const texts = messages.sentMentions;
  return (
    <section className="sent-mentions" aria-labelledby="sent-mentions-title">
      <h2 id="sent-mentions-title">{texts.title}</h2>
      {mentions.length === 0 && <p className="hint">{texts.none}</p>}
      <ul className="rows">
        {mentions.map(({ id, target, state, problem, receipt, updatedAt }) => (
          <li key={id} className="row">
            <div className="row-text">
              <a href={target} rel="nofollow noopener noreferrer" target="_blank">
                {withoutScheme(target)}
              </a>
              <small>
                <span>{texts.states[state]}</span>
                <time dateTime={updatedAt}>{formatMoment(Date.parse(updatedAt), messages.language)}</time>
                {problem && <span>{formatReason(messages, problem)}</span>}
                {receipt && (
                  <a href={receipt} rel="nofollow noopener noreferrer" target="_blank">
                    {texts.receipt}
                  </a>
                )}
              </small>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function withoutScheme(url: string): string {
  return url.replace(/^https:\/\//, "").replace(/\/$/, "");
}
