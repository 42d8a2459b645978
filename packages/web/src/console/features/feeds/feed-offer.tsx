import { graphql } from "@freehold/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { Trouble } from "../../errors.tsx";
import { mutation } from "../../graphql.ts";
import { hostOf } from "../../people/person-card.tsx";
import { useField } from "../../queries.ts";
import { goTo, Link } from "../../shell/routes.tsx";

/** Offers the feed at an address where no node answers. Without a feed, it shows the failure of the node. */
export function FeedOffer({ url, nodeError }: { url: string; nodeError: unknown }): ReactElement {
  const { reading, following } = useMessages();
  const texts = reading.feeds;
  const client = useQueryClient();
  const { data, isFetching } = useField(
    ["look", "feed", url],
    previewQuery,
    { url },
    { retry: false, gcTime: 0, staleTime: Infinity },
  );
  const follow = useMutation({
    mutationFn: subscribe,
    onSuccess() {
      void client.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== "look" });
      goTo("/home/people/feeds");
    },
  });
  if (isFetching)
    return (
      <p role="status" className="hint">
        {following.lookingUp}
      </p>
    );
  if (!data) return <Trouble error={nodeError} />;
  return (
    <section className="node-preview feed-preview" aria-label={data.title}>
      <p className="hint">{texts.isFeed}</p>
      <p className="details-who">
        <span className="feed-picture" aria-hidden="true">
          {[...data.title][0]?.toUpperCase()}
        </span>
        <strong>{data.title}</strong>
      </p>
      <p className="person-where">{hostOf(data.url)}</p>
      {data.description !== "" && <p className="person-description">{data.description}</p>}
      {data.newest.length > 0 && (
        <>
          <p className="label">{texts.newest}</p>
          <ul className="newest">
            {data.newest.map((title) => (
              <li key={title}>{title}</li>
            ))}
          </ul>
        </>
      )}
      {data.isFollowed ? (
        <p>{texts.subscribed}</p>
      ) : (
        <Button
          disabled={follow.isPending}
          onClick={() => follow.mutate({ url: data.url })}
          text={texts.subscribe}
        />
      )}
      <Trouble error={follow.error} />
      {data.others.length > 0 && (
        <>
          <p className="label">{texts.others}</p>
          <ul className="newest">
            {data.others.map((other) => (
              <li key={other.url}>
                <Link to={`/home/people/follow/${encodeURIComponent(other.url)}`}>
                  {other.title || other.url}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const previewQuery = graphql(`query PreviewFeed($url: String!) {
  feedPreview(url: $url) { url title description newest isFollowed others { url title } }
}`);

const subscribe = mutation(
  graphql("mutation SubscribeFeed($input: SubscribeFeedInput!) { subscribeFeed(input: $input) { id } }"),
);
