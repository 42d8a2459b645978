import { type ReactElement, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { formatDayRange } from "../../components/format.ts";
import { Tabs } from "../../components/tabs.tsx";
import { type PostFilter, type PostStatus, postOrders, postStatuses } from "../../publications/use-posts.ts";

const names = ["all", ...postStatuses] as const;

/** Narrows the list of posts: by status, which is part of the address, by words, and by days; and orders it. */
export function PostFilters({
  status,
  filter,
  onChange,
}: {
  status: PostStatus | "all";
  filter: PostFilter;
  onChange: (filter: PostFilter) => void;
}): ReactElement {
  const { postTable: texts, postOrders: orders, language } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const { search, from, to, sort } = filter;
  return (
    <search className="filters post-filters">
      <Tabs
        label={texts.status}
        look="pills"
        path="/posts"
        names={names}
        current={status}
        texts={texts.states}
      />
      <input
        id="post-search"
        type="search"
        aria-label={texts.search}
        placeholder={texts.search}
        value={search}
        onChange={({ target }) => onChange({ ...filter, search: target.value })}
      />
      <select
        aria-label={orders.label}
        // The best match is first there.
        disabled={search.trim() !== ""}
        value={sort}
        onChange={({ target }) =>
          onChange({ ...filter, sort: postOrders.find((name) => name === target.value) ?? "" })
        }
      >
        {(["", ...postOrders] as const).map((name) => (
          <option key={name} value={name}>
            {orders.names[name || "date"]}
          </option>
        ))}
      </select>
      <Button
        look="plain"
        aria-expanded={isOpen}
        aria-controls="post-dates"
        onClick={() => setOpen(!isOpen)}
        text={from || to ? formatDayRange(from, to, language) : texts.anyDate}
      />
      <fieldset id="post-dates" className="post-dates" hidden={!isOpen}>
        <legend className="unseen">{texts.date}</legend>
        <DayField label={texts.from} value={from} onChange={(day) => onChange({ ...filter, from: day })} />
        <DayField label={texts.to} value={to} onChange={(day) => onChange({ ...filter, to: day })} />
        <Button
          look="quiet"
          disabled={!from && !to}
          onClick={() => onChange({ ...filter, from: "", to: "" })}
          text={texts.anyDate}
        />
      </fieldset>
    </search>
  );
}

function DayField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (day: string) => void;
}): ReactElement {
  return (
    <label>
      {label}
      <input type="date" value={value} max="9999-12-31" onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}
