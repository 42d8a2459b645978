import type { ReactElement } from "react";
import type { SettingsWords } from "../../../words/settings-en.ts";
import { useWords } from "../../../words/use-words.ts";
import { Field } from "../field.tsx";
import { NewSecret } from "../new-secret.tsx";
import { generateToken } from "./tokens.ts";

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
  const words = useWords().settings.access;
  const generate = (form: FormData, scopes: readonly string[]) => {
    const expiresInSeconds = lifetimes[String(form.get("lifetime")) as Lifetime];
    return generateToken({ label: String(form.get("label")), scopes, expiresInSeconds });
  };
  return (
    <NewSecret words={words} legend={words.mayDo} ticks={words.scopes} generate={generate} onMade={onMade}>
      <Field label={words.label} hint={words.labelHint}>
        {(parts) => <input {...parts} name="label" required maxLength={100} autoComplete="off" />}
      </Field>
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
    </NewSecret>
  );
}
