import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, useState } from "react";
import { sayProblem } from "../../../say-problem.ts";
import { useWords } from "../../../words/use-words.ts";
import { Field } from "../field.tsx";
import { Secret } from "../secret.tsx";
import { createWebhook } from "./hooks.ts";

/** Adds a webhook, and shows its secret the one time that it can be shown. */
export function NewWebhook({ onMade }: { onMade: () => unknown }): ReactElement {
  const all = useWords();
  const words = all.settings.webhooks;
  const [isOpen, setOpen] = useState(false);
  const [hasNone, setNone] = useState(false);
  const make = useMutation({ mutationFn: createWebhook, onSuccess: onMade, gcTime: 0 });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const events = form.getAll("event").map(String);
    setNone(events.length === 0);
    if (events.length > 0) make.mutate({ url: String(form.get("url")).trim(), events });
  };
  const close = () => {
    setOpen(false);
    setNone(false);
    make.reset();
  };

  if (make.data)
    return <Secret title={words.made} explain={words.madeHint} secret={make.data} onDone={close} />;
  if (!isOpen) {
    return (
      <button type="button" onClick={() => setOpen(true)}>
        {words.add}
      </button>
    );
  }
  return (
    <form className="panel" onSubmit={submit}>
      <Field label={words.url} hint={words.urlHint}>
        {(parts) => (
          <input
            {...parts}
            name="url"
            type="url"
            pattern="https://.+"
            required
            maxLength={2_048}
            placeholder="https://"
          />
        )}
      </Field>
      <fieldset>
        <legend>{words.toldOf}</legend>
        {Object.entries(words.events).map(([event, said]) => (
          <label key={event} className="tick">
            <input type="checkbox" name="event" value={event} />
            {said}
          </label>
        ))}
      </fieldset>
      {(hasNone || make.error) && (
        <p role="alert" className="trouble">
          {hasNone ? words.chooseOne : sayProblem(all, make.error)}
        </p>
      )}
      <div className="choices">
        <button type="submit" disabled={make.isPending}>
          {words.make}
        </button>
        <button type="button" className="plain" onClick={close}>
          {all.cancel}
        </button>
      </div>
    </form>
  );
}
