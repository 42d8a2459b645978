import { type ReactElement, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { MoreButton } from "../../components/paged-list.tsx";
import { SidePanel } from "../../components/side-panel.tsx";
import { formatError, LoadError } from "../../errors.tsx";
import { graphqlField } from "../../graphql.ts";
import { PersonCard } from "../../people/person-card.tsx";
import { type Publication, titleOf } from "../../publications/publication.ts";
import { useAction, useField } from "../../queries.ts";
import { useKeys } from "../../shell/keyboard.ts";
import { Link } from "../../shell/routes.tsx";
import { DeliveryAvatar } from "./delivery-avatar.tsx";
import { formatCounts } from "./signed-posts.tsx";
import {
  type Delivery,
  type DeliveryFilter,
  describeDelivery,
  formatDelivery,
  useDelivery,
} from "./use-delivery.ts";

const filters: readonly DeliveryFilter[] = ["all", "PENDING", "REFUSED", "EXPIRED", "DONE"];

/** The delivery of one post: an avatar for each follower, details of the selected one, and a retry. */
export function PostDelivery({ id }: { id: string }): ReactElement {
  const messages = useMessages();
  const texts = messages.delivery;
  const [filter, setFilter] = useState<DeliveryFilter>("all");
  const [opened, open] = useState<Delivery | null>(null);
  const title = useTitle(id);
  const list = useDelivery(id, filter);
  const retry = useRetry(id);
  const first = list.data?.pages[0];
  const followers = list.data?.pages.flatMap((page) => page.followers.nodes) ?? [];
  const shown = opened && (followers.find((one) => one.id === opened.id) ?? opened);
  useKeys({
    r: () => retry.mutate(null),
    m: () => list.hasNextPage && void list.fetchNextPage(),
    Escape: () => open(null),
  });
  return (
    <div className={shown ? "with-details" : undefined}>
      <section>
        <p className="back-link">
          <Link to="/delivery/posts">{messages.views.delivery}</Link>
        </p>
        <h1>{texts.of(title || messages.signing.untitled)}</h1>
        <LoadError error={list.error} onRetry={() => void list.refetch()} />
        {first && <Summary first={first} onRetry={() => retry.mutate(null)} isTrying={retry.isPending} />}
        <p role="status" className="hint">
          {retry.data !== undefined && texts.tried(retry.data)}
        </p>
        {retry.error && <p role="alert">{formatError(messages, retry.error)}</p>}
        <fieldset className="segments">
          <legend className="unseen">{texts.which}</legend>
          {filters.map((name) => (
            <label key={name}>
              <input type="radio" name="which" checked={filter === name} onChange={() => setFilter(name)} />
              <span>{texts.filters[name]}</span>
            </label>
          ))}
        </fieldset>
        {list.isPending && <p className="skeleton" aria-busy="true" />}
        <div className="avatars many">
          {followers.map((delivery) => (
            <DeliveryAvatar
              key={delivery.id}
              delivery={delivery}
              isOpen={delivery.id === shown?.id}
              onOpen={() => open(delivery.id === shown?.id ? null : delivery)}
            />
          ))}
        </div>
        {list.data && followers.length === 0 && (
          <p className="empty">{filter === "all" ? texts.nobody : texts.noMatches}</p>
        )}
        <MoreButton list={list} />
      </section>
      {shown && (
        <DeliveryDetails
          key={shown.id}
          delivery={shown}
          isTrying={retry.isPending}
          onRetry={() => retry.mutate(shown.peerAddress)}
          onClose={() => open(null)}
        />
      )}
    </div>
  );
}

type Counts = Parameters<typeof formatCounts>[1];

function Summary({
  first,
  isTrying,
  onRetry,
}: {
  first: Counts;
  isTrying: boolean;
  onRetry: () => void;
}): ReactElement | null {
  const { delivery } = useMessages();
  const { done, pending, refused, expired } = first;
  if (done + pending + refused + expired === 0) return null;
  return (
    <div className="choices summary">
      <p>{formatCounts(delivery, first)}</p>
      {pending + refused + expired > 0 && (
        <Button look="plain" disabled={isTrying} onClick={onRetry} text={delivery.tryAll} />
      )}
    </div>
  );
}

function useTitle(id: string): string {
  const { data: post } = useField<Pick<Publication, "body" | "filename"> | null>(["title", id], titleQuery, {
    id,
  });
  return post ? titleOf(post) || (post.filename ?? "") : "";
}

/** Retries the delivery now, to all who lack the post or to one node. The result is the number of nodes. */
function useRetry(id: string) {
  return useAction((peerAddress: string | null) =>
    graphqlField<number>(retryMutation, { input: { id, peerAddress } }),
  );
}

const titleQuery = /* GraphQL */ `
  query TitleOf($id: ID!) { publication(id: $id) { body filename } }
`;
const retryMutation = /* GraphQL */ `
  mutation RetryDelivery($input: RetryPublicationDeliveryInput!) { retryPublicationDelivery(input: $input) }
`;

function DeliveryDetails({
  delivery,
  isTrying,
  onRetry,
  onClose,
}: {
  delivery: Delivery;
  isTrying: boolean;
  onRetry: () => void;
  onClose: () => void;
}): ReactElement {
  const messages = useMessages();
  const { peerAddress: address, peerTitle: title, peerUrl: url, state } = delivery;
  return (
    <SidePanel title={messages.delivery.details} onClose={onClose}>
      <PersonCard address={address} title={title} url={url} />
      <p className="strong">{formatDelivery(messages, delivery)}</p>
      {describeDelivery(messages, delivery).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {state !== "DONE" && (
        <Button look="plain" disabled={isTrying} onClick={onRetry} text={messages.delivery.tryNow} />
      )}
    </SidePanel>
  );
}
