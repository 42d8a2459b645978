import { graphql } from "@freehold/client";
import { type ReactElement, type ReactNode, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button, Segments } from "../../components/controls.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { SidePanel } from "../../components/side-panel.tsx";
import { Trouble } from "../../errors.tsx";
import { mutation } from "../../graphql.ts";
import { PersonCard } from "../../people/person-card.tsx";
import { useAction, useField } from "../../queries.ts";
import { useKeys } from "../../shell/keyboard.ts";
import { Link } from "../../shell/routes.tsx";
import { SentMentions, sentMentionFields } from "./sent-mentions.tsx";
import { countAll, DeliveryAvatar, formatCounts } from "./signed-posts.tsx";
import {
  type Delivery,
  type DeliveryFilter,
  describeDelivery,
  describeReceipt,
  formatDelivery,
  type RetryProps,
  useDelivery,
} from "./use-delivery.ts";

/** The delivery of one post: to followers, and to the pages that it links to. */
export function PostDelivery({ id }: { id: string }): ReactElement {
  const messages = useMessages();
  const { data: post } = useField(["told", id], postQuery, { id });
  // Its title is known once it is read.
  const title = post
    ? messages.delivery.of(post.title || messages.signing.untitled)
    : messages.views.delivery;
  const mentions = post?.sentMentions ?? [];
  const heading = (
    <>
      <p className="back-link">
        <Link to="/posts/delivery/posts">{messages.views.delivery}</Link>
      </p>
      <h1>{title}</h1>
    </>
  );
  const isUnsigned = post !== undefined && post !== null && post.state !== "SIGNED";
  const told = (isUnsigned || mentions.length > 0) && <SentMentions mentions={mentions} />;
  if (isUnsigned)
    return (
      <>
        {heading}
        {told}
      </>
    );
  return (
    <FollowerDelivery id={id} heading={heading}>
      {told}
    </FollowerDelivery>
  );
}

/** An avatar for each follower, details of the selected one, and a retry. */
function FollowerDelivery({
  id,
  heading,
  children,
}: {
  id: string;
  heading: ReactElement;
  children: ReactNode;
}): ReactElement {
  const messages = useMessages();
  const texts = messages.delivery;
  const [filter, setFilter] = useState<DeliveryFilter>("all");
  const [opened, open] = useState<Delivery | null>(null);
  const list = useDelivery(id, filter);
  const retry = useAction(retryDelivery);
  const retryAll = () => retry.mutate({ id, peerAddress: null });
  const first = list.data?.pages[0];
  const shown = opened && (list.items.find((one) => one.id === opened.id) ?? opened);
  useKeys({
    r: retryAll,
    m: () => list.hasNextPage && void list.fetchNextPage(),
    Escape: () => open(null),
  });
  return (
    <div className={shown ? "with-details" : undefined}>
      <section>
        {heading}
        {first && countAll(first) > 0 && (
          <div className="choices summary">
            <p>{formatCounts(texts, first)}</p>
            {countAll(first) > first.done && (
              <Button look="plain" disabled={retry.isPending} onClick={retryAll} text={texts.tryAll} />
            )}
          </div>
        )}
        <p role="status" className="hint">
          {retry.data !== undefined && texts.tried(retry.data)}
        </p>
        <Trouble error={retry.error} />
        <Segments
          name="which"
          legend={texts.which}
          texts={texts.filters}
          value={filter}
          onChange={setFilter}
        />
        <PagedList
          list={list}
          empty={filter === "all" ? texts.nobody : messages.noMatches}
          as="div"
          look="avatars many"
        >
          {(delivery) => (
            <DeliveryAvatar
              key={delivery.id}
              delivery={delivery}
              isOpen={delivery.id === shown?.id}
              onOpen={() => open(delivery.id === shown?.id ? null : delivery)}
            />
          )}
        </PagedList>
        {children}
      </section>
      {shown && (
        <DeliveryDetails
          key={shown.id}
          delivery={shown}
          publication={id}
          isTrying={retry.isPending}
          onRetry={() => retry.mutate({ id, peerAddress: shown.address })}
          onClose={() => open(null)}
        />
      )}
    </div>
  );
}

/** The node's answer, and a button that asks it again. */
function Receipt({ delivery, publication }: { delivery: Delivery; publication: string }): ReactElement {
  const messages = useMessages();
  const { receipts } = messages;
  const check = useAction(checkReceipts);
  const [answered] = check.data ?? [];
  const ask = () => check.mutate({ id: publication, peerAddress: delivery.address });
  return (
    <>
      <p>{describeReceipt(messages, delivery)}</p>
      <p role="status">{answered && receipts.answers[answered.answer]}</p>
      <Trouble error={check.error} />
      <Button look="plain" disabled={check.isPending} onClick={ask} text={receipts.ask} />
      <p className="hint">{receipts.explain}</p>
    </>
  );
}

/** Asks one node whether it has a post. */
const checkReceipts = mutation(
  graphql("mutation CheckReceipts($input: CheckReceiptsInput!) { checkReceipts(input: $input) { answer } }"),
);

const postQuery = graphql(
  "query ToldOf($id: ID!) { publication(id: $id) { title state sentMentions { ...SentMention } } }",
  [sentMentionFields],
);

/** Retries the delivery now, to one node or to all that lack the post. The result is the number of nodes. */
const retryDelivery = mutation(
  graphql(
    "mutation RetryDelivery($input: RetryPublicationDeliveryInput!) { retryPublicationDelivery(input: $input) }",
  ),
);

function DeliveryDetails({
  delivery,
  publication,
  isTrying,
  onRetry,
  onClose,
}: RetryProps & { delivery: Delivery; publication: string; onClose: () => void }): ReactElement {
  const messages = useMessages();
  return (
    <SidePanel title={messages.details} onClose={onClose}>
      <PersonCard {...delivery} />
      {delivery.state !== "DONE" && <p className="strong">{formatDelivery(messages, delivery)}</p>}
      {describeDelivery(messages, delivery).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {delivery.state === "DONE" && <Receipt delivery={delivery} publication={publication} />}
      {delivery.state !== "DONE" && (
        <Button look="plain" disabled={isTrying} onClick={onRetry} text={messages.delivery.tryNow} />
      )}
    </SidePanel>
  );
}
