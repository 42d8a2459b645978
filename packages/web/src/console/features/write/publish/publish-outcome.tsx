import { type ReactElement, useEffect, useRef } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { CopyButton } from "../../../components/controls.tsx";
import { formatDateTime } from "../../../components/format.ts";
import { NewsletterOutcome } from "./newsletter-choice.tsx";

/** The result of publishing a post. */
export interface Outcome {
  /** The address of its page; null for a draft. */
  readonly url: string | null;
  /** The number of followers it goes to; null for those that are on this site only. */
  readonly people: number | null;
  /** ISO 8601, when it is published; null if it is. */
  readonly at: string | null;
}

/** Says what happened to a post, and leads to it. */
export function PublishOutcome({
  id,
  outcome: { url, people, at },
}: {
  id: string;
  outcome: Outcome;
}): ReactElement {
  const messages = useMessages();
  const { publishing, signing } = messages;
  const first = useRef<HTMLAnchorElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <>
      <p role="status">
        {at !== null
          ? publishing.scheduledFor(formatDateTime(Date.parse(at), messages.language))
          : people === null
            ? publishing.onSite
            : signing.wentTo(people)}
      </p>
      <NewsletterOutcome id={id} isLater={at !== null} />
      {url && (
        <>
          <p className="published-at">{url.replace(/^https?:\/\//, "")}</p>
          <p className="choices">
            <a ref={first} className="button" href={url}>
              {publishing.view}
            </a>
            <CopyButton look="plain" text={url} label={publishing.copyLink} />
          </p>
        </>
      )}
    </>
  );
}
