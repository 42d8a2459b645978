import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { inlineDrawing } from "../../drawings/inline-drawing.ts";
import { drawSeal, sealOfNobody } from "../../drawings/seal.ts";
import { sayProblem } from "../say-problem.ts";
import { useWords } from "../words/use-words.ts";
import { type MessageErrand, useMessageSigning } from "./use-message-signing.ts";
import { WalletStep } from "./wallet-step.tsx";

export interface MessageDialogProps<T> {
  readonly title: string;
  /** What will be signed and for what, in a sentence. */
  readonly explain: ReactNode;
  readonly errand: MessageErrand<T>;
  /** What the button says that does it where nothing has to be signed. */
  readonly act?: string;
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
  act,
  say,
  onClose,
}: MessageDialogProps<T>): ReactElement {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const signing = useMessageSigning(errand);
  useEffect(() => dialog.current?.showModal(), []);
  const { prepared, problem, result, step, done } = signing;
  const fault = prepared.error ?? problem;
  const isBare = prepared.data?.messages.length === 0;
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
      {!result && isBare && (
        <button type="button" disabled={step !== "idle"} onClick={signing.act}>
          {act}
        </button>
      )}
      {!result && !isBare && !prepared.error && (
        <WalletStep {...signing} isReady={prepared.data !== undefined} />
      )}
      <p role="status" className="hint">
        {step === "wallet" && words.signing.asking(done + 1, count)}
        {step === "sending" && words.signing.bringing}
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
