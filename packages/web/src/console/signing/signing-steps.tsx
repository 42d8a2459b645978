import { lazy, type ReactElement, Suspense } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Button } from "../components/controls.tsx";
import { formatError, Trouble } from "../errors.tsx";
import type { MessageSigning } from "./use-message-signing.ts";
import { useWordsCheck } from "./words/use-words-check.ts";

const WordsCheckForm = lazy(() => import("./words/words-check-form.tsx"));

/** The messages to sign one by one, the button that signs, and the progress. */
export function SigningSteps<T>({
  signing,
  act,
  sending,
  resumable,
  checksWords = false,
}: {
  signing: MessageSigning<T>;
  /** Whether recovery words that were never checked are asked for first. */
  checksWords?: boolean | undefined;
  /** The label of the button when nothing has to be signed. */
  act?: string | undefined;
  /** The status while it is sent, if it is not delivered to one node. */
  sending?: string | undefined;
  /** Tells after a problem how many of the messages are signed already. */
  resumable?: ((done: number, of: number) => string) | undefined;
}): ReactElement {
  const messages = useMessages();
  const { prepared, problem, result, step, done, account, kind } = signing;
  const texts = messages.signing.by[kind];
  const fault = prepared.error ?? problem;
  const { messages: toSign, labels = [] } = prepared.data ?? { messages: [null] };
  const count = toSign.length;
  const isWaiting = step === "wallet";
  const check = useWordsCheck(signing.owner);
  if (checksWords && kind === "key" && check === "open" && signing.owner !== null && !result)
    return (
      <Suspense>
        <WordsCheckForm address={signing.owner} explain={messages.words.check.before} />
      </Suspense>
    );
  return (
    <>
      {!result && count > 1 && labels.length > 0 && (
        <SignatureList labels={labels} done={done} isWaiting={isWaiting} kind={kind} />
      )}
      {!result && count === 0 && <Button disabled={step !== "idle"} onClick={signing.act} text={act} />}
      {!result && count > 0 && (prepared.data || !prepared.error) && <WalletButtons signing={signing} />}
      <p role="status" className="hint">
        {isWaiting && texts.asking(Math.min(done + 1, count), count)}
        {step === "sending" && (sending ?? messages.signing.delivering)}
        {step === "idle" && !result && !fault && account && texts.connected}
      </p>
      <Trouble
        text={
          Boolean(fault) &&
          `${formatError(messages, fault)}${done > 0 && resumable ? ` ${resumable(done, count)}` : ""}`
        }
      />
    </>
  );
}

/** The messages in order: which are signed, and which one the wallet shows. */
function SignatureList({
  labels,
  done,
  isWaiting,
  kind,
}: {
  labels: readonly string[];
  done: number;
  isWaiting: boolean;
  kind: MessageSigning<unknown>["kind"];
}): ReactElement {
  const { signing } = useMessages();
  const { asked, oneByOne } = signing.by[kind];
  const texts = { ...signing.states, asked };
  const stateOf = (index: number) =>
    index < done ? "signed" : index === done && isWaiting ? "asked" : "waiting";
  return (
    <>
      <ol className="signatures">
        {labels.map((label, index) => {
          const state = stateOf(index);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two pictures may have one name, and the order stays.
            <li key={index} data-state={state} aria-current={state === "asked" ? "step" : undefined}>
              {label} <span className="unseen">{texts[state]}</span>
            </li>
          );
        })}
      </ol>
      <p className="hint">{oneByOne}</p>
    </>
  );
}

function WalletButtons<T>({ signing }: { signing: MessageSigning<T> }): ReactElement {
  const messages = useMessages();
  const { owner, wallets, wallet, account, step, prepared, sign } = signing;
  if (wallets?.length === 0 && !account) return <p className="trouble">{messages.signIn.noWallet}</p>;
  const choices = account ? [account.wallet] : wallet ? [wallet] : (wallets ?? []);
  return (
    <div className="choices">
      {choices.map((one) => (
        <Button
          key={one.id}
          type="submit"
          disabled={step !== "idle" || !prepared.data || owner === null}
          onClick={() => sign(one)}
          text={messages.signing.sign(one.name || messages.signIn.aWallet)}
        />
      ))}
    </div>
  );
}
