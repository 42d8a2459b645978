import type { ReactElement } from "react";
import { nameOf } from "../../publications/byline.tsx";
import type { Publication } from "../../publications/publication.ts";
import { useWords } from "../../words/use-words.ts";

/** What of the timeline is shown; empty and null stand for all of it. */
export interface TimelineFilter {
  readonly type: "" | Publication["type"];
  readonly tag: string;
  readonly publisher: Pick<Publication, "publisherAddress" | "publisherTitle"> | null;
}

/** A filter as the query takes it. */
export function toVariables({ type, tag, publisher }: TimelineFilter): Readonly<Record<string, unknown>> {
  return {
    types: type === "" ? null : [type],
    tag: tag.trim() || null,
    publisher: publisher?.publisherAddress ?? null,
  };
}

/** Narrows the timeline by kind, tag and publisher. */
export function Filters({
  filter,
  onChange,
}: {
  filter: TimelineFilter;
  onChange: (filter: TimelineFilter) => void;
}): ReactElement {
  const words = useWords();
  const { publisher } = filter;
  return (
    <search className="filters">
      <fieldset className="segments">
        <legend className="unseen">{words.timeline.kind}</legend>
        {(["", "POST", "FILE"] as const).map((type) => (
          <label key={type}>
            <input
              type="radio"
              name="kind"
              checked={filter.type === type}
              onChange={() => onChange({ ...filter, type })}
            />
            <span>{words.timeline.kinds[type === "" ? "all" : type]}</span>
          </label>
        ))}
      </fieldset>
      <input
        type="search"
        aria-label={words.timeline.tag}
        placeholder={words.timeline.tag}
        value={filter.tag}
        onChange={({ target }) => onChange({ ...filter, tag: target.value })}
      />
      {publisher && (
        <button type="button" className="chip" onClick={() => onChange({ ...filter, publisher: null })}>
          {words.timeline.onlyOf(nameOf(publisher))} <span aria-hidden="true">×</span>
        </button>
      )}
    </search>
  );
}
