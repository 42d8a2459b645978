import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Chip, Segments } from "../../components/controls.tsx";
import { usePagedList } from "../../components/paged-list.tsx";
import { timelineQuery } from "../../first-reads.ts";
import { nameOf } from "../../publications/byline.tsx";
import type { FeedEntry, Publication } from "../../publications/publication.ts";

/** The timeline's filter; an empty tag and null mean all. */
export interface TimelineFilter {
  readonly type: "all" | Publication["type"];
  readonly tag: string;
  readonly publisher: Pick<Publication, "publisherAddress" | "publisherTitle"> | null;
  /** A feed, by its id; the title may not be known yet. */
  readonly feed: Pick<FeedEntry["feed"], "id" | "title"> | null;
}

/** Filters the timeline by type, tag and publisher. */
export function Filters({
  filter,
  onChange,
}: {
  filter: TimelineFilter;
  onChange: (filter: TimelineFilter) => void;
}): ReactElement {
  const messages = useMessages();
  const { publisher, feed } = filter;
  return (
    <search className="filters">
      <Segments
        name="kind"
        legend={messages.timeline.kind}
        texts={messages.timeline.kinds}
        value={filter.type}
        onChange={(type) => onChange({ ...filter, type })}
      />
      <input
        type="search"
        aria-label={messages.timeline.tag}
        placeholder={messages.timeline.tag}
        value={filter.tag}
        onChange={({ target }) => onChange({ ...filter, tag: target.value })}
      />
      {publisher && (
        <Chip
          text={messages.timeline.onlyOf(nameOf(publisher))}
          onRemove={() => onChange({ ...filter, publisher: null })}
        />
      )}
      {feed && (
        <Chip
          text={messages.timeline.onlyOf(feed.title)}
          onRemove={() => onChange({ ...filter, feed: null })}
        />
      )}
    </search>
  );
}

/** The filtered timeline, newest first. */
export function useTimeline(filter: TimelineFilter) {
  const variables = variablesOf(filter);
  return usePagedList(["timeline", variables], timelineQuery, variables);
}

/** The variables of the timeline's query for a filter. */
export function variablesOf({ type, tag, publisher, feed }: TimelineFilter) {
  return {
    types: type === "all" ? null : [type],
    tag: tag.trim() || null,
    publisher: publisher?.publisherAddress ?? null,
    feed: feed?.id ?? null,
  };
}
