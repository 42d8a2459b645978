import { graphql, type ReplyOf } from "@freehold/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type { ConsoleMessages } from "../../../../messages/console/en.ts";
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
  const key = keyOf(id);
  const { data } = useChoice(id);
  const change = useMutation({
    mutationFn: (send: boolean) => chooseNewsletter({ publicationId: id, send }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  if (!data?.newsletter.isReady) return null;
  const { newsletterIssue: issue, newsletter } = data;
  if (issue?.startedAt)
    return (
      <>
        <p className="hint">{describeIssue(messages, issue.state, issue.canResume)}</p>
        {issue.problem !== null && <p className="hint">{messages.problem(issue.problem)}</p>}
      </>
    );
  const kept = isChosen(data);
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
        {isPublished ? messages.sendNowHint : messages.sendHint}{" "}
        <a href={`/newsletter/preview/${id}`} target="_blank" rel="noreferrer">
          {messages.preview}
        </a>
      </p>
      <Trouble error={change.error} />
    </div>
  );
}

/** Whether a draft is sent by mail when it is published now, as far as this is known. */
export function useIsMailed(id: string): boolean {
  const { data } = useChoice(id);
  if (!data?.newsletter.isReady) return false;
  return !data.newsletterIssue?.startedAt && isChosen(data);
}

/** Says what happens to the mail of a post that was published or scheduled. Nothing where there is no newsletter. */
export function NewsletterOutcome({ id, isLater }: { id: string; isLater: boolean }): ReactElement | null {
  const { readers } = useMessages();
  const { outcomes } = readers;
  const { data, isFetching } = useChoice(id);
  // Before the post was published nothing was sent yet.
  if (!data?.newsletter.isReady || isFetching) return null;
  if (isLater) return <p>{isChosen(data) ? outcomes.later : outcomes.notSent}</p>;
  return <p>{describeIssue(readers, data.newsletterIssue?.state ?? "DECLINED")}</p>;
}

/** Whether the mails of a published post were sent. */
export function describeIssue(
  { wasSent, outcomes }: Pick<ConsoleMessages["readers"], "wasSent" | "outcomes">,
  state: "CHOSEN" | "DECLINED" | "WRITING" | "SENDING" | "STOPPED" | "DONE",
  lacksMails = false,
): string {
  if (state === "DONE") return lacksMails ? outcomes.notAll : wasSent;
  if (state === "STOPPED") return outcomes.stopped;
  return state === "DECLINED" ? outcomes.notSent : outcomes.sending;
}

const keyOf = (id: string) => ["newsletter-choice", id];

function useChoice(id: string) {
  return useData(keyOf(id), choiceQuery, { id }, { gcTime: 0, enabled: id !== "" });
}

/** Without a choice for this post, the setting counts, which is for new posts: no page, no new version and nothing imported. */
function isChosen({ newsletterIssue: issue, settings, publication }: ReplyOf<typeof choiceQuery>): boolean {
  if (issue) return issue.state === "CHOSEN";
  const isNews = !publication?.isPage && !publication?.replaces && !publication?.writtenAt;
  return settings.newsletterSending === "always" && isNews;
}

const choiceQuery = graphql(`query NewsletterChoice($id: ID!) {
  newsletter { active isReady }
  newsletterIssue(publicationId: $id) { state startedAt problem canResume }
  settings { newsletterSending }
  publication(id: $id) { isPage replaces { id } writtenAt }
}`);
const chooseNewsletter = mutation(
  graphql(
    "mutation ChooseNewsletter($input: ChooseNewsletterInput!) { chooseNewsletter(input: $input) { id } }",
  ),
);
