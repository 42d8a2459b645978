import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { ask } from "../../ask.ts";
import type { Delivery } from "../../delivery/delivery.ts";
import { Face } from "../../delivery/face.tsx";
import { titleOf } from "../../publications/title-of.ts";
import { sayProblem } from "../../say-problem.ts";
import { Link } from "../../shell/link.tsx";
import { MoreButton } from "../../shell/more-button.tsx";
import { useKeys } from "../../shell/use-keys.ts";
import { Trouble } from "../../trouble.tsx";
import { useWords } from "../../words/use-words.ts";
import { FaceDetails } from "./face-details.tsx";
import { sayCounts } from "./signed-posts.tsx";
import { type DeliveryFilter, useDelivery } from "./use-delivery.ts";

const filters: readonly DeliveryFilter[] = ["all", "PENDING", "REFUSED", "EXPIRED", "DONE"];

/** Who has one post: faces, why at the right when one is touched, and trying again. */
export function PostDelivery({ id }: { id: string }): ReactElement {
  const words = useWords();
  const said = words.delivery;
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
        <p className="way-back">
          <Link to="/delivery/posts">{words.places.delivery}</Link>
        </p>
        <h1>{said.of(title || words.signing.untitled)}</h1>
        <Trouble error={list.error} onRetry={() => void list.refetch()} />
        {first && <Summary first={first} onRetry={() => retry.mutate(null)} isTrying={retry.isPending} />}
        <p role="status" className="hint">
          {retry.data !== undefined && said.tried(retry.data)}
        </p>
        {retry.error && <p role="alert">{sayProblem(words, retry.error)}</p>}
        <fieldset className="segments">
          <legend className="unseen">{said.which}</legend>
          {filters.map((name) => (
            <label key={name}>
              <input type="radio" name="which" checked={filter === name} onChange={() => setFilter(name)} />
              <span>{said.filters[name]}</span>
            </label>
          ))}
        </fieldset>
        {list.isPending && <p className="stills" aria-busy="true" />}
        <div className="faces many">
          {followers.map((delivery) => (
            <Face
              key={delivery.id}
              delivery={delivery}
              isOpen={delivery.id === shown?.id}
              onOpen={() => open(delivery.id === shown?.id ? null : delivery)}
            />
          ))}
        </div>
        {list.data && followers.length === 0 && (
          <p className="empty">{filter === "all" ? said.nobody : said.nobodySo}</p>
        )}
        <MoreButton list={list} />
      </section>
      {shown && (
        <FaceDetails
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

type Counts = Parameters<typeof sayCounts>[1];

function Summary({
  first,
  isTrying,
  onRetry,
}: {
  first: Counts;
  isTrying: boolean;
  onRetry: () => void;
}): ReactElement | null {
  const { delivery } = useWords();
  const { done, pending, refused, expired } = first;
  if (done + pending + refused + expired === 0) return null;
  return (
    <div className="choices summary">
      <p>{sayCounts(delivery, first)}</p>
      {pending + refused + expired > 0 && (
        <button type="button" className="plain" disabled={isTrying} onClick={onRetry}>
          {delivery.tryAll}
        </button>
      )}
    </div>
  );
}

function useTitle(id: string): string {
  const { data } = useQuery({
    queryKey: ["title", id],
    queryFn: ({ signal }) => ask<TitleReply>(titleQuery, { id }, signal),
  });
  const post = data?.publication;
  return post ? titleOf(post) || (post.filename ?? "") : "";
}

/** Tries again now, to everybody who does not have it or to one alone; gives to how many. */
function useRetry(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (peerAddress: string | null) =>
      (await ask<RetryReply>(retryMutation, { input: { id, peerAddress } })).retryPublicationDelivery,
    onSettled: () => client.invalidateQueries(),
  });
}

interface TitleReply {
  readonly publication: { readonly body: string | null; readonly filename: string | null } | null;
}

interface RetryReply {
  readonly retryPublicationDelivery: number;
}

const titleQuery = /* GraphQL */ `
  query TitleOf($id: ID!) {
    publication(id: $id) {
      body
      filename
    }
  }
`;
const retryMutation = /* GraphQL */ `
  mutation RetryDelivery($input: RetryPublicationDeliveryInput!) {
    retryPublicationDelivery(input: $input)
  }
`;
