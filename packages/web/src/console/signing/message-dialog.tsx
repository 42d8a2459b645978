import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { drawSeal, sealOfNobody } from "../../drawing/draw-seal.ts";
import { inlineDrawing } from "../../drawing/inline-drawing.ts";
import { sayProblem } from "../say-problem.ts";
import { useWords } from "../words/use-words.ts";
import { type MessageErrand, useMessageSigning } from "./use-message-signing.ts";

export interface MessageDialogProps<T> {
  readonly title: string;
  /** What will be signed and for what, in a sentence. */
  readonly explain: ReactNode;
  readonly errand: MessageErrand<T>;
  /** What happened. */
  readonly say: (result: T) => ReactNode;
  /** Gets what came of it, or null where nothing was sent. */
  readonly onClose: (result: T | null) => void;
}

/** Says what will be signed, has it signed by the owner's wallet, and says what happened. */
export function MessageDialog<T>({
  title,
  explain,
  errand,
  say,
  onClose,
}: MessageDialogProps<T>): ReactElement {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const signing = useMessageSigning(errand);
  useEffect(() => dialog.current?.showModal(), []);
  const { prepared, problem, result, step, done } = signing;
  const fault = prepared.error ?? problem;
  const count = prepared.data?.messages.length ?? 1;
  return (
    <dialog
      ref={dialog}
      className="signing"
      aria-labelledby="message-title"
      onClose={() => onClose(result ? result.value : null)}
    >
      <h2 id="message-title">
        {inlineDrawing(drawSeal(sealOfNobody), "seal", null)}
        {title}
      </h2>
      {result ? say(result.value) : explain}
      {!result && <NextStep signing={signing} />}
      <p role="status" className="hint">
        {step === "wallet" && words.signing.asking(done + 1, count)}
        {step === "sending" && words.signing.sending}
      </p>
      {Boolean(fault) && (
        <p role="alert" className="trouble">
          {sayProblem(words, fault)}
        </p>
      )}
      <form method="dialog">
        <button type="submit" className={result ? undefined : "plain"}>
          {result ? words.close : words.signing.notNow}
        </button>
      </form>
    </dialog>
  );
}

/** One touch at a time: the wallet first, where it is not open yet, and then the signature. */
function NextStep<T>({ signing }: { signing: ReturnType<typeof useMessageSigning<T>> }): ReactElement {
  const words = useWords();
  const { prepared, wallets, wallet, account, step, open, sign } = signing;
  const isBusy = step !== "idle" || !prepared.data;
  if (account) {
    return (
      <button type="button" disabled={isBusy} onClick={() => sign(account)}>
        {words.signing.sign(account.wallet.name || words.signIn.aWallet)}
      </button>
    );
  }
  if (wallets?.length === 0) return <p className="trouble">{words.signIn.noWallet}</p>;
  return (
    <div className="choices">
      {(wallet ? [wallet] : (wallets ?? [])).map((one) => (
        <button key={one.id} type="button" disabled={isBusy} onClick={() => open(one)}>
          {words.signing.open(one.name || words.signIn.aWallet)}
        </button>
      ))}
    </div>
  );
}
