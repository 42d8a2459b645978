import type { TypedData } from "@freehold/protocol";
import { useQuery } from "@tanstack/react-query";
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from "react";
import { drawSeal, sealOfNobody } from "../../drawings/seal.ts";
import { useMessages } from "../../messages/console/use-messages.ts";
import type { Account } from "../../signing/account.ts";
import { signTypedData } from "../../signing/account.ts";
import { inlineDrawing } from "../elements.ts";
import { formatError } from "../errors.tsx";
import { ApiError } from "../graphql.ts";
import { useWallet, WalletStep } from "./wallet-step.tsx";

export interface MessageDialogProps<T> {
  readonly title: string;
  /** What will be signed and for what, in a sentence. */
  readonly explain: ReactNode;
  readonly task: MessageTask<T>;
  /** What the button says that does it where nothing has to be signed. */
  readonly act?: string;
  /** What happened. */
  readonly formatResult: (result: T) => ReactNode;
  /** Gets what came of it, or null where nothing was sent. */
  readonly onClose: (result: T | null) => void;
}

/** Says what will be signed, has it signed by the owner's wallet, and says what happened. */
export function MessageDialog<T>({
  title,
  explain,
  task,
  act,
  formatResult,
  onClose,
}: MessageDialogProps<T>): ReactElement {
  const messages = useMessages();
  const dialog = useRef<HTMLDialogElement>(null);
  const signing = useMessageSigning(task);
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
      {result ? formatResult(result.value) : explain}
      {!result && isBare && (
        <button type="button" disabled={step !== "idle"} onClick={signing.act}>
          {act}
        </button>
      )}
      {!result && !isBare && !prepared.error && (
        <WalletStep {...signing} isReady={prepared.data !== undefined} />
      )}
      <p role="status" className="hint">
        {step === "wallet" && messages.signing.asking(done + 1, count)}
        {step === "sending" && messages.signing.delivering}
      </p>
      {Boolean(fault) && (
        <p role="alert" className="trouble">
          {formatError(messages, fault)}
        </p>
      )}
      <form method="dialog">
        <button type="submit" className={result ? undefined : "plain"}>
          {result ? messages.close : messages.signing.cancel}
        </button>
      </form>
    </dialog>
  );
}

/** A message, and what a wallet made of it, as `SignedMessageInput` takes it. */
export interface SignedMessage {
  readonly typedData: TypedData;
  readonly signature: string;
}

/** One thing that is signed: what is asked of the node before, and what is brought to it after. */
export interface MessageTask<T> {
  /** Tells one task from another. */
  readonly key: readonly unknown[];
  /** What is to be signed; nothing, where it can be done without. */
  prepare(signal: AbortSignal): Promise<{ readonly messages: readonly TypedData[] }>;
  send(messages: readonly SignedMessage[]): Promise<T>;
}

/**
 * Has messages signed one after another by the owner's wallet, then sends them together. What was signed is kept when
 * the wallet stops in the middle or the node is not reached, so that nothing is asked twice.
 */
export function useMessageSigning<T>({ key, prepare, send }: MessageTask<T>) {
  const prepared = useQuery({
    queryKey: ["message-to-sign", ...key],
    queryFn: ({ signal }) => prepare(signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const { attempt, setStep, ...wallet } = useWallet();
  const [result, setResult] = useState<{ readonly value: T } | null>(null);
  const signed = useRef<SignedMessage[]>([]);

  /** What the node refuses is of no use any more; where it was not reached, it still is. */
  async function startAnew(error: unknown): Promise<never> {
    if (!(error instanceof ApiError && error.code === "OFFLINE")) {
      signed.current = [];
      await prepared.refetch();
    }
    throw error;
  }

  const bring = async () => {
    setStep("sending");
    setResult({ value: await send(signed.current).catch(startAnew) });
  };
  const sign = (by: Account) =>
    attempt(async () => {
      const messages = prepared.data?.messages ?? [];
      setStep("wallet");
      // The first prompt comes straight from the touch: nothing is awaited before it.
      for (const typedData of messages.slice(signed.current.length)) {
        signed.current.push({ typedData, signature: await signTypedData(by, typedData) });
      }
      await bring();
    });
  return { ...wallet, prepared, result, done: signed.current.length, sign, act: () => attempt(bring) };
}
