import { graphql } from "@freehold/client";
import type { ReactElement } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { Button } from "../../../components/controls.tsx";
import { formatMoment } from "../../../components/format.ts";
import { PagedList, usePagedList } from "../../../components/paged-list.tsx";
import { Trouble } from "../../../errors.tsx";
import { type ItemOf, mutation } from "../../../graphql.ts";
import { useAction } from "../../../queries.ts";

/** A post that went out by mail. */
type SentIssue = ItemOf<typeof issuesQuery>;

/** The posts that went out by mail, and how many readers they reached. @param from the owner's own mail address */
export function SentIssues({ from }: { from: string }): ReactElement {
  const { readers: messages, language } = useMessages();
  const list = usePagedList(["newsletter-issues"], issuesQuery, {}, { refetchInterval: 5_000 });
  const stop = useAction(stopNewsletter);
  const test = useAction(sendTest);
  const rest = useAction(resumeNewsletter);
  const states: Readonly<Record<string, string>> = messages.issueStates;
  const describe = ({ state, delivered, recipients, bounced, failed, unsure }: SentIssue) =>
    [
      messages.result(delivered, recipients),
      bounced > 0 && messages.cameBack(bounced),
      failed > 0 && messages.failed(failed),
      unsure > 0 && messages.unsure(unsure),
      states[state],
    ]
      .filter(Boolean)
      .join(" · ");
  return (
    <section>
      <h2>{messages.sent}</h2>
      <PagedList list={list} empty={messages.noneSent}>
        {(issue) => (
          <li key={issue.id} className="row">
            <div className="row-text">
              <strong className="row-name">{issue.title}</strong>
              <small>
                {issue.startedAt && <span>{formatMoment(Date.parse(issue.startedAt), language)}</span>}{" "}
                <span>{describe(issue)}</span>
              </small>
              {issue.problem !== null && <p className="hint">{messages.problem(issue.problem)}</p>}
            </div>
            <div className="choices">
              <a href={`/newsletter/preview/${issue.publicationId}`} target="_blank" rel="noreferrer">
                {messages.preview}
              </a>
              {from !== "" && (
                <Button
                  look="plain"
                  disabled={test.isPending}
                  onClick={() => test.mutate({ publicationId: issue.publicationId, to: from })}
                  text={messages.test}
                />
              )}
              {issue.canResume && (
                <Button
                  look="plain"
                  aria-label={`${messages.sendRest}: ${issue.title}`}
                  disabled={rest.isPending}
                  onClick={() => rest.mutate({ id: issue.id })}
                  text={messages.sendRest}
                />
              )}
              {(issue.state === "WRITING" || issue.state === "SENDING") && (
                <Button
                  look="plain"
                  disabled={stop.isPending}
                  onClick={() => stop.mutate({ id: issue.id })}
                  text={messages.stop}
                />
              )}
            </div>
          </li>
        )}
      </PagedList>
      <p role="status" className="outcome hint">
        {test.isSuccess && messages.tested(from)}
      </p>
      <Trouble error={stop.error ?? test.error ?? rest.error} />
    </section>
  );
}

const issuesQuery = graphql(`query NewsletterIssues($after: String) {
  newsletterIssues(first: 10, after: $after) {
    nodes { id publicationId title state recipients delivered bounced failed unsure problem canResume startedAt }
    pageInfo { hasNextPage endCursor }
  }
}`);
const stopNewsletter = mutation(
  graphql("mutation StopNewsletter($input: StopNewsletterInput!) { stopNewsletter(input: $input) { id } }"),
);
const resumeNewsletter = mutation(
  graphql(
    "mutation ResumeNewsletter($input: ResumeNewsletterInput!) { resumeNewsletter(input: $input) { id } }",
  ),
);
const sendTest = mutation(
  graphql(
    "mutation SendNewsletterTest($input: SendNewsletterTestInput!) { sendNewsletterTest(input: $input) }",
  ),
);
