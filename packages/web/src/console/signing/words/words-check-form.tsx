import { type Address, KeystoreError } from "@freehold/protocol";
import { type KeyboardEvent, type ReactElement, useId, useState } from "react";
import { findWrongWords, openedKey } from "../../../keystore/key-client.ts";
import { wordsCheck } from "../../../keystore/words-check.ts";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { openAccount } from "../../../signing/account.ts";
import { keyFileId } from "../../../signing/wallets.ts";
import { Button } from "../../components/controls.tsx";
import { formatList } from "../../components/format.ts";
import { Trouble } from "../../errors.tsx";
import { useWallet } from "../use-message-signing.ts";
import "./words.css";

/** How many words are asked for. */
const asked = 3;

/** Asks for three words at random, and compares them with those of the key, which is unlocked for that. */
export default function WordsCheckForm({
  address,
  explain,
  onEnd,
}: {
  address: Address;
  explain: string;
  /** After the check, or when it was put off. */
  onEnd?: () => void;
}): ReactElement {
  const messages = useMessages();
  const { check: texts } = messages.words;
  const id = useId();
  const [places] = useState(() => choosePlaces(wordsCheck.countOf(address)));
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const { wallets, step, problem: walletProblem, attempt } = useWallet();
  const submit = () =>
    attempt(async () => {
      setProblem(null);
      const wallet = wallets?.find((one) => one.id === keyFileId);
      if (openedKey() !== address && wallet) await openAccount(wallet, address);
      const answers = places.map((at) => ({ at, word: (typed[at] ?? "").trim().toLowerCase() }));
      const wrong = await findWrongWords(answers).catch((error: unknown) => {
        if (error instanceof KeystoreError && error.code === "WORDS_MISSING") return null;
        throw error;
      });
      if (wrong === null) return setProblem(messages.words.missing);
      if (wrong.length > 0)
        return setProblem(
          texts.wrong(
            formatList(
              wrong.map((at) => messages.words.enter.number(at + 1)),
              messages.language,
            ),
          ),
        );
      wordsCheck.set(address, "done");
      onEnd?.();
    });
  // It may stand in a form, which Enter must not send.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void submit();
  };
  const later = () => {
    wordsCheck.set(address, "later");
    onEnd?.();
  };
  return (
    <fieldset className="words-check" onKeyDown={onKeyDown}>
      <legend>{explain}</legend>
      <div className="three-words">
        {places.map((at, index) => (
          <div key={at} className="field">
            <label htmlFor={`${id}-${at}`}>{texts.word(at + 1)}</label>
            <input
              id={`${id}-${at}`}
              value={typed[at] ?? ""}
              onChange={({ target }) => setTyped((before) => ({ ...before, [at]: target.value }))}
              autoComplete="off"
              autoCorrect="off"
              autoCapitalize="none"
              spellCheck={false}
              translate="no"
              data-gramm="false"
              data-secret
              // biome-ignore lint/a11y/noAutofocus: it is what this step asks for
              autoFocus={index === 0}
            />
          </div>
        ))}
      </div>
      <Trouble text={problem} error={walletProblem} />
      <div className="choices">
        <Button disabled={step !== "idle"} onClick={submit} text={texts.act} />
        <Button look="plain" onClick={later} text={texts.later} />
      </div>
    </fieldset>
  );
}

/** Different places, in their order. */
function choosePlaces(total: number): readonly number[] {
  const chosen = new Set<number>();
  const random = new Uint8Array(1);
  while (chosen.size < asked) {
    const [byte = 0] = crypto.getRandomValues(random);
    // Bytes beyond the last multiple would make some places more likely.
    if (byte < 256 - (256 % total)) chosen.add(byte % total);
  }
  return [...chosen].sort((a, b) => a - b);
}
