import { type Address, KeystoreError } from "@freehold/protocol";
import { type FormEvent, type ReactElement, useId, useRef, useState } from "react";
import { openWords } from "../../../keystore/key-client.ts";
import type { WordsProblem } from "../../../keystore/recovery-words.ts";
import type { ConsoleMessages } from "../../../messages/console/en.ts";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { formatList } from "../../components/format.ts";
import { Trouble } from "../../errors.tsx";
import "./words.css";

/** Asks for recovery words and opens their key. The browser neither stores nor checks what is typed. */
export function WordsForm({
  onOpened,
  wanted,
  onCancel,
}: {
  /** The address that the key must have; null for any. */
  wanted: Address | null;
  onOpened: (address: Address) => void;
  onCancel: () => void;
}): ReactElement {
  const messages = useMessages();
  const { enter: texts } = messages.words;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    try {
      const answer = await openWords(field.current?.value ?? "", { wanted, keep: true });
      if (typeof answer === "string") return onOpened(answer);
      setProblem(describe(answer, messages));
    } catch (error) {
      const isOther = error instanceof KeystoreError && error.code === "KEYSTORE_OTHER_KEY";
      setProblem(isOther ? texts.otherKey : messages.words.failed);
    }
    field.current?.focus();
  };
  return (
    <form className="words-form" onSubmit={submit} autoComplete="off">
      <div className="field">
        <label htmlFor={`${id}-words`}>{texts.field}</label>
        <textarea
          id={`${id}-words`}
          ref={field}
          data-secret
          rows={5}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="none"
          spellCheck={false}
          translate="no"
          lang="en"
          data-gramm="false"
          aria-describedby={`${id}-hint`}
          aria-invalid={problem !== null}
          // biome-ignore lint/a11y/noAutofocus: it is what this step asks for
          autoFocus
          required
        />
        <p id={`${id}-hint`} className="hint">
          {texts.hint}
        </p>
      </div>
      <Trouble text={problem} />
      <div className="choices">
        <Button type="submit" text={texts.act} />
        <Button look="plain" onClick={onCancel} text={messages.cancel} />
      </div>
    </form>
  );
}

/** Names words by their number, and never repeats them. */
function describe(problem: WordsProblem, { language, words }: ConsoleMessages): string {
  const { enter: texts } = words;
  if (problem.kind === "count") return texts.count(problem.count);
  if (problem.kind === "checksum") return texts.checksum;
  return texts.unknown(formatList(problem.positions.map(texts.number), language));
}
