import type { TypedData } from "@freehold/protocol";
import { useQuery } from "@tanstack/react-query";
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from "react";
import { drawSeal, sealOfNobody } from "../../drawings/seal.ts";
import { useMessages } from "../../messages/console/use-messages.ts";
import type { Account } from "../../signing/account.ts";
import { signTypedData } from "../../signing/account.ts";
import { Button } from "../components/controls.tsx";
import { inlineDrawing } from "../elements.ts";
import { formatError, Trouble } from "../errors.tsx";
import { ApiError } from "../graphql.ts";
import { useWallet, WalletStep } from "./wallet-step.tsx";

export interface MessageDialogProps<T> {
  readonly title: string;
  /** What will be signed, and for what. */
  readonly explain: ReactNode;
  readonly task: MessageTask<T>;
  /** The label of the button when nothing has to be signed. */
  readonly act?: string;
  /** What happened. */
  readonly formatResult: (result: T) => ReactNode;
  /** Receives the result, or null when nothing was sent. */
  readonly onClose: (result: T | null) => void;
}

/** Explains what will be signed, asks the owner's wallet to sign it, and shows the result. */
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
      {!result && isBare && <Button disabled={step !== "idle"} onClick={signing.act} text={act} />}
      {!result && !isBare && !prepared.error && (
        <WalletStep {...signing} isReady={prepared.data !== undefined} />
      )}
      <p role="status" className="hint">
        {step === "wallet" && messages.signing.asking(done + 1, count)}
        {step === "sending" && messages.signing.delivering}
      </p>
      <Trouble text={Boolean(fault) && formatError(messages, fault)} />
      <form method="dialog">
        <Button
          type="submit"
          look={result ? undefined : "plain"}
          text={result ? messages.close : messages.signing.cancel}
        />
      </form>
    </dialog>
  );
}

/** A signed message, as in `SignedMessageInput`. */
export interface SignedMessage {
  readonly typedData: TypedData;
  readonly signature: string;
}

/** Something to sign: how to prepare the messages, and how to send them. */
export interface MessageTask<T> {
  /** Identifies the task. */
  readonly key: readonly unknown[];
  /** The messages to sign; empty if no signature is needed. */
  prepare(signal: AbortSignal): Promise<{ readonly messages: readonly TypedData[] }>;
  send(messages: readonly SignedMessage[]): Promise<T>;
}

/**
 * Signs messages one after another with the owner's wallet, then sends them together. Signatures are kept when the wallet
 * stops halfway or the node is not reached, so that the wallet never asks twice.
 */
function useMessageSigning<T>({ key, prepare, send }: MessageTask<T>) {
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

  /** Signatures that the node refused are useless; if it was not reached, they are still good. */
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
      // Some wallets only prompt straight from a user's action: await nothing before the first prompt.
      for (const typedData of messages.slice(signed.current.length)) {
        signed.current.push({ typedData, signature: await signTypedData(by, typedData) });
      }
      await bring();
    });
  return { ...wallet, prepared, result, done: signed.current.length, sign, act: () => attempt(bring) };
}
