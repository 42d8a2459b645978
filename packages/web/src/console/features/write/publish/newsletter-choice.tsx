import { graphql } from "@freehold/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { Button, Checkbox } from "../../../components/controls.tsx";
import { Trouble } from "../../../errors.tsx";
import { mutation } from "../../../graphql.ts";
import { useData } from "../../../queries.ts";

/**
 * Whether a draft goes to the readers by mail when it is published, now or at its time; a published post goes now. The node keeps the choice, and
 * acts on it in the same step that publishes. Nothing where there is no newsletter.
 */
export function NewsletterChoice({
  id,
  isPublished,
}: {
  id: string;
  isPublished: boolean;
}): ReactElement | null {
  const { readers: messages } = useMessages();
  const client = useQueryClient();
  const key = ["newsletter-choice", id];
  const { data } = useData(key, choiceQuery, { id }, { gcTime: 0 });
  const change = useMutation({
    mutationFn: (send: boolean) => chooseNewsletter({ publicationId: id, send }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  if (!data?.newsletter.isReady) return null;
  const { newsletterIssue: issue, newsletter, settings } = data;
  if (issue?.startedAt) return <p className="hint">{messages.wasSent}</p>;
  const kept = issue ? issue.state === "CHOSEN" : settings.newsletterSending === "always";
  return (
    <div className="newsletter-choice">
      {isPublished ? (
        <Button
          look="plain"
          disabled={change.isPending}
          onClick={() => change.mutate(true)}
          text={messages.sendToReaders(newsletter.active)}
        />
      ) : (
        <Checkbox
          label={messages.sendToReaders(newsletter.active)}
          checked={change.isPending ? change.variables : kept}
          disabled={change.isPending}
          onChange={(send) => change.mutate(send)}
        />
      )}
      <p className="hint">
        {messages.sendHint}{" "}
        <a href={`/newsletter/preview/${id}`} target="_blank" rel="noreferrer">
          {messages.preview}
        </a>
      </p>
      <Trouble error={change.error} />
    </div>
  );
}

const choiceQuery = graphql(`query NewsletterChoice($id: ID!) {
  newsletter { active isReady }
  newsletterIssue(publicationId: $id) { state startedAt }
  settings { newsletterSending }
}`);
const chooseNewsletter = mutation(
  graphql(
    "mutation ChooseNewsletter($input: ChooseNewsletterInput!) { chooseNewsletter(input: $input) { id } }",
  ),
);
