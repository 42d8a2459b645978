import type { ReactElement } from "react";
import { useWords } from "../../../words/use-words.ts";
import { Field } from "../field.tsx";
import { NewSecret } from "../new-secret.tsx";
import { createWebhook } from "./hooks.ts";

/** Adds a webhook, and shows its secret the one time that it can be shown. */
export function NewWebhook({ onMade }: { onMade: () => unknown }): ReactElement {
  const words = useWords().settings.webhooks;
  const generate = (form: FormData, events: readonly string[]) =>
    createWebhook({ url: String(form.get("url")).trim(), events });
  return (
    <NewSecret words={words} legend={words.toldOf} ticks={words.events} generate={generate} onMade={onMade}>
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
    </NewSecret>
  );
}
