import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, useState } from "react";
import { sayProblem } from "../../../say-problem.ts";
import type { SettingsWords } from "../../../words/settings-en.ts";
import { useWords } from "../../../words/use-words.ts";
import { Field } from "../field.tsx";
import { Secret } from "../secret.tsx";
import { generateToken } from "./tokens.ts";

type Scope = keyof SettingsWords["access"]["scopes"];
type Lifetime = keyof SettingsWords["access"]["lifetimes"];

const daySeconds = 86_400;
const lifetimes: Readonly<Record<Lifetime, number | null>> = {
  month: 30 * daySeconds,
  quarter: 90 * daySeconds,
  year: 365 * daySeconds,
  always: null,
};

/** Makes a token for a program, and shows it the one time that it can be shown. */
export function NewToken({ onMade }: { onMade: () => unknown }): ReactElement {
  const all = useWords();
  const words = all.settings.access;
  const [isOpen, setOpen] = useState(false);
  const [hasNone, setNone] = useState(false);
  const make = useMutation({ mutationFn: generateToken, onSuccess: onMade, gcTime: 0 });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const scopes = form.getAll("scope").map(String);
    setNone(scopes.length === 0);
    if (scopes.length === 0) return;
    const lifetime = String(form.get("lifetime")) as Lifetime;
    make.mutate({ label: String(form.get("label")), scopes, expiresInSeconds: lifetimes[lifetime] });
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
      <Field label={words.label} hint={words.labelHint}>
        {(parts) => <input {...parts} name="label" required maxLength={100} autoComplete="off" />}
      </Field>
      <fieldset>
        <legend>{words.mayDo}</legend>
        {Object.entries(words.scopes).map(([scope, said]) => (
          <label key={scope} className="tick">
            <input type="checkbox" name="scope" value={scope satisfies string as Scope} />
            {said}
          </label>
        ))}
      </fieldset>
      <Field label={words.lasts}>
        {(parts) => (
          <select {...parts} name="lifetime" defaultValue="quarter">
            {Object.entries(words.lifetimes).map(([name, said]) => (
              <option key={name} value={name}>
                {said}
              </option>
            ))}
          </select>
        )}
      </Field>
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
