import { graphql } from "@freehold/client";
import { lazy, type ReactElement, Suspense, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Button } from "../../components/controls.tsx";
import { formatMoment } from "../../components/format.ts";
import { PagedList, usePagedList } from "../../components/paged-list.tsx";
import { Trouble } from "../../errors.tsx";
import { type ItemOf, mutation } from "../../graphql.ts";
import { Restored } from "../../kept/restored.tsx";
import { useKept } from "../../kept/use-kept.ts";
import { useAction, useOwner } from "../../queries.ts";
import { useListKeys } from "../../shell/keyboard.ts";
import { goTo, Link } from "../../shell/routes.tsx";

const ProposedChange = lazy(() => import("../../publications/proposed-change.tsx"));
const PostVersions = lazy(() => import("../../publications/post-versions.tsx"));

/** A draft that a program proposes. */
type Proposal = ItemOf<typeof query>;

/** The drafts that programs propose: the owner reads each in the editor, and publishes or declines it. */
export default function Proposals(): ReactElement {
  const messages = useMessages();
  const texts = messages.proposals;
  const owner = useOwner();
  const list = usePagedList(["proposals"], query, {}, { refetchInterval: 60_000 });
  const [toDecline, setToDecline] = useState<Proposal | null>(null);
  const [compared, setCompared] = useState<Proposal | null>(null);
  const decline = useAction(declineProposal);
  useListKeys(list, (id) => goTo(`/write/${id}`));
  return (
    <>
      <Trouble error={decline.error} />
      <p role="status" className="unseen">
        {decline.isSuccess && texts.declined}
      </p>
      <PagedList list={list} empty={texts.empty}>
        {(proposal) => (
          <li key={proposal.id} className="row proposal" data-item={proposal.id} tabIndex={-1}>
            <div className="row-text">
              <Link to={`/write/${proposal.id}`}>{proposal.title || messages.signing.untitled}</Link>
              {proposal.note !== "" && <blockquote>{proposal.note}</blockquote>}
              <small>
                <span>{texts.by(proposal.agent)}</span>
                {proposal.proposedAt && (
                  <time dateTime={proposal.proposedAt}>
                    {formatMoment(Date.parse(proposal.proposedAt), messages.language)}
                  </time>
                )}
                {proposal.replaces && <strong>{texts.newVersion}</strong>}
                {proposal.isRevised && <strong>{texts.revised}</strong>}
                {proposal.state === "TAKEN" && <span>{texts.taken}</span>}
              </small>
            </div>
            <p className="proposal-acts">
              <Link className="button plain small" to={`/write/${proposal.id}`}>
                {texts.open}
              </Link>
              {(proposal.isRevised || proposal.replaces) && (
                <Button look="plain small" onClick={() => setCompared(proposal)} text={texts.changes} />
              )}
              <Button
                look="quiet small"
                disabled={decline.isPending}
                aria-label={texts.declineOne(proposal.title || messages.signing.untitled)}
                onClick={() => setToDecline(proposal)}
                text={texts.decline}
              />
            </p>
          </li>
        )}
      </PagedList>
      <p className="hint">
        {texts.about} <Link to="/settings/access">{texts.tokens}</Link>
      </p>
      {toDecline && (
        <DeclineDialog
          proposal={toDecline}
          onConfirm={(reason) => decline.mutate({ id: toDecline.id, reason })}
          onClose={() => setToDecline(null)}
        />
      )}
      <Suspense>
        {compared?.replaces && (
          <ProposedChange id={compared.id} replaces={compared.replaces} onClose={() => setCompared(null)} />
        )}
        {compared?.replaces === null && owner && (
          <PostVersions
            post={{ id: compared.id, publisherAddress: owner }}
            onClose={() => setCompared(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Asks for the reason for which a proposal is declined. */
function DeclineDialog({
  proposal: { id, title, agent, state },
  onConfirm,
  onClose,
}: {
  proposal: Pick<Proposal, "id" | "title" | "agent" | "state">;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}): ReactElement {
  const messages = useMessages();
  const texts = messages.proposals;
  const kept = useKept<string>(`decline ${id}`, "");
  return (
    <ConfirmDialog
      title={texts.declineTitle(title || messages.signing.untitled)}
      explain={(state === "TAKEN" ? texts.declineTakenExplain : texts.declineExplain)(agent)}
      act={texts.decline}
      onConfirm={() => {
        kept.forget();
        onConfirm(kept.value);
      }}
      onClose={onClose}
    >
      <label>
        {texts.reason}
        <textarea
          rows={3}
          maxLength={2_000}
          value={kept.value}
          onChange={({ target }) => kept.set(target.value)}
        />
      </label>
      <Restored at={kept.restoredAt} onDiscard={kept.discard} />
    </ConfirmDialog>
  );
}

const query = graphql(`query Proposals($after: String) {
  proposals(first: 30, after: $after) {
    nodes { id agent title note isRevised state proposedAt replaces { id timestamp size } }
    pageInfo { hasNextPage endCursor }
  }
}`);
const declineProposal = mutation(
  graphql(
    "mutation DeclineProposal($input: DeclineProposalInput!) { declineProposal(input: $input) { id } }",
  ),
);
