import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button, Checkbox } from "../../components/controls.tsx";
import { Trouble } from "../../errors.tsx";
import { mutation } from "../../graphql.ts";
import { useData } from "../../queries.ts";

interface NewsletterData {
  readonly newsletter: { readonly active: number; readonly isReady: boolean };
  readonly newsletterIssue: { readonly state: string; readonly startedAt: string | null } | null;
  readonly settings: { readonly newsletterSending: string };
}

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
  const { data } = useData<NewsletterData>(key, choiceQuery, { id }, { gcTime: 0 });
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

const choiceQuery = /* GraphQL */ `
  query NewsletterChoice($id: ID!) {
    newsletter { active isReady }
    newsletterIssue(publicationId: $id) { state startedAt }
    settings { newsletterSending }
  }
`;
const chooseNewsletter = mutation<{ publicationId: string; send: boolean }>(/* GraphQL */ `
  mutation ChooseNewsletter($input: ChooseNewsletterInput!) { chooseNewsletter(input: $input) { id } }
`);
