import { graphql } from "@freehold/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import type { ConsoleMessages } from "../../../messages/console/en.ts";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Button, FileButton } from "../../components/controls.tsx";
import { formatMoment } from "../../components/format.ts";
import { RowMenu } from "../../components/row-menu.tsx";
import { LoadState, Trouble } from "../../errors.tsx";
import { askField, type FieldOf, mutation } from "../../graphql.ts";
import { hostOf } from "../../people/person-card.tsx";
import { useAction, useField } from "../../queries.ts";
import { Link } from "../../shell/routes.tsx";

type Feed = FieldOf<typeof feedsQuery>[number];

/** The feeds that the owner reads, and OPML files from and for other readers. */
export function Feeds(): ReactElement {
  const { reading } = useMessages();
  const texts = reading.feeds;
  const list = useField(["feeds"], feedsQuery);
  const client = useQueryClient();
  const take = useMutation({
    mutationFn: async ([file]: readonly File[]) => importFeeds({ opml: (await file?.text()) ?? "" }),
    onSuccess: () => client.invalidateQueries(),
  });
  const give = useMutation({
    mutationFn: async () => saveText(await askField(exportQuery), "feeds.opml"),
  });
  const feeds = list.data ?? [];
  return (
    <section aria-label={texts.count(feeds.length)}>
      <p className="hint">{texts.hint}</p>
      <div className="choices">
        <FileButton
          look="plain"
          accept=".opml,.xml,text/x-opml,text/xml"
          onFiles={take.mutate}
          text={texts.import}
        />
        <Button look="plain" disabled={give.isPending} onClick={() => give.mutate()} text={texts.export} />
      </div>
      <p role="status" className="hint">
        {take.data && texts.imported(take.data.added, take.data.known, take.data.refusedCount)}
      </p>
      <Trouble error={take.error ?? give.error} />
      <LoadState of={list} empty={list.data?.length === 0 && texts.empty} />
      <ul className="rows">
        {feeds.map((feed) => (
          <FeedRow key={feed.id} feed={feed} />
        ))}
      </ul>
    </section>
  );
}

function FeedRow({ feed }: { feed: Feed }): ReactElement {
  const messages = useMessages();
  const texts = messages.reading.feeds;
  const [isEnding, setEnding] = useState(false);
  const end = useAction(unsubscribe);
  const fetchNow = useAction(fetchFeed);
  return (
    <li className="row person" data-item={feed.id} tabIndex={-1}>
      <span className="feed-picture" aria-hidden="true">
        {[...feed.title][0]?.toUpperCase()}
      </span>
      <div className="row-text">
        <Link className="row-name" to={`/home/of/feed-${feed.id}`}>
          {feed.title}
        </Link>
        <small>
          <span>{hostOf(feed.url)}</span>
          {feed.folder !== null && <span>{feed.folder}</span>}
        </small>
        <small className={feed.lastError === null ? "health" : "health bad"}>
          <span>{describeState(messages, feed)}</span>
        </small>
        <Trouble error={end.error ?? fetchNow.error} />
      </div>
      <RowMenu label={messages.postTable.actions(feed.title)}>
        <Link to={`/home/of/feed-${feed.id}`}>{texts.read}</Link>
        <Button onClick={() => fetchNow.mutate({ id: feed.id })} text={texts.fetch} />
        <Button onClick={() => setEnding(true)} text={texts.unfollow} />
      </RowMenu>
      {isEnding && (
        <ConfirmDialog
          title={texts.unfollowTitle(feed.title)}
          explain={texts.unfollowExplain}
          act={texts.unfollow}
          onConfirm={() => end.mutate({ id: feed.id })}
          onClose={() => setEnding(false)}
        />
      )}
    </li>
  );
}

function describeState({ reading, refusal, language }: ConsoleMessages, feed: Feed): string {
  if (feed.nextFetchAt === null)
    return feed.lastError?.includes("(410)") ? reading.feeds.gone : reading.feeds.dropped;
  if (feed.lastError !== null) return reading.feeds.failing(refusal(feed.lastError));
  if (feed.fetchedAt === null) return reading.feeds.waiting;
  return reading.feeds.fetched(formatMoment(Date.parse(feed.fetchedAt), language));
}

/** Saves a text as a file of this device. */
function saveText(text: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/x-opml" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

const feedsQuery = graphql(
  "query Feeds { feeds { id url title siteUrl folder fetchedAt nextFetchAt lastError } }",
);

const exportQuery = graphql("query ExportFeeds { feedsAsOpml }");

const importFeeds = mutation(
  graphql(
    "mutation ImportFeeds($input: ImportFeedsInput!) { importFeeds(input: $input) { added known refusedCount } }",
  ),
);

const unsubscribe = mutation(
  graphql("mutation UnsubscribeFeed($input: UnsubscribeFeedInput!) { unsubscribeFeed(input: $input) }"),
);

const fetchFeed = mutation(
  graphql("mutation FetchFeed($input: FetchFeedInput!) { fetchFeed(input: $input) }"),
);
