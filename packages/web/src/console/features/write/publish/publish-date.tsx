import type { ReactElement } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";

/** Now, or a date in the browser's time zone: null for now, empty until one is chosen. */
export function PublishDate({
  at,
  onChange,
}: {
  at: string | null;
  onChange: (at: string | null) => void;
}): ReactElement {
  const { publishing } = useMessages();
  return (
    <fieldset className="publish-date">
      <legend>{publishing.when}</legend>
      {(["now", "later"] as const).map((time) => (
        <label key={time} className="tick">
          <input
            type="radio"
            name="time"
            checked={(at === null) === (time === "now")}
            onChange={() => onChange(time === "now" ? null : "")}
          />
          {publishing.times[time]}
        </label>
      ))}
      {at !== null && (
        <input
          type="datetime-local"
          aria-label={publishing.at}
          required
          min={toInput(new Date())}
          value={at}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </fieldset>
  );
}

/** A time as an input shows it: minutes, in the browser's time zone. */
export function toInput(time: Date): string {
  const local = time.getTime() - time.getTimezoneOffset() * 60_000;
  return new Date(local).toISOString().slice(0, 16);
}
