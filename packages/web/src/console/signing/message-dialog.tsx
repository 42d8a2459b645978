import type { TypedData } from "@freehold/protocol";
import { useQuery } from "@tanstack/react-query";
import { type ReactElement, type ReactNode, useRef, useState } from "react";
import { drawSeal, sealOfNobody } from "../../drawings/seal.ts";
import { useMessages } from "../../messages/console/use-messages.ts";
import { type Account, signTypedData } from "../../signing/account.ts";
import { Modal } from "../components/confirm-dialog.tsx";
import { Button } from "../components/controls.tsx";
import { inlineDrawing } from "../elements.ts";
import { formatError, Trouble } from "../errors.tsx";
import { ApiError } from "../graphql.ts";
import { useWallet, WalletStep } from "./wallet-step.tsx";

/** Explains what will be signed, asks the owner's wallet to sign it, and shows the result. */
export function MessageDialog<T, P extends Prepared = Prepared>({
  title,
  explain,
  task,
  act,
  sending,
  resumable,
  formatResult,
  onClose,
}: {
  title: (result: T | undefined) => string;
  /** What will be signed, and for what. */
  explain: (prepared: P | undefined) => ReactNode;
  task: MessageTask<T, P>;
  /** The label of the button when nothing has to be signed. */
  act?: string;
  /** The status while it is sent, if it is not delivered to one node. */
  sending?: string;
  /** Tells after a problem how many of the messages are signed already. */
  resumable?: (done: number, of: number) => string;
  /** What happened. */
  formatResult: (result: T) => ReactNode;
  /** Receives the result, or null when nothing was sent. */
  onClose: (result: T | null) => void;
}): ReactElement {
  const messages = useMessages();
  const signing = useMessageSigning(task);
  const { prepared, problem, result, step, done } = signing;
  const fault = prepared.error ?? problem;
  const count = prepared.data?.messages.length ?? 1;
  const heading = (
    <>
      {inlineDrawing(drawSeal(sealOfNobody), "seal", null)}
      {title(result?.value)}
    </>
  );
  return (
    <Modal title={heading} look="signing" onClose={() => onClose(result ? result.value : null)}>
      {result ? formatResult(result.value) : explain(prepared.data)}
      {!result && count === 0 && <Button disabled={step !== "idle"} onClick={signing.act} text={act} />}
      {!result && count > 0 && (prepared.data || !prepared.error) && (
        <WalletStep {...signing} isReady={prepared.data !== undefined} />
      )}
      <p role="status" className="hint">
        {step === "wallet" && messages.signing.asking(done + 1, count)}
        {step === "sending" && (sending ?? messages.signing.delivering)}
      </p>
      <Trouble
        text={
          Boolean(fault) &&
          `${formatError(messages, fault)}${done > 0 && resumable ? ` ${resumable(done, count)}` : ""}`
        }
      />
      <form method="dialog">
        <Button
          type="submit"
          look={result ? undefined : "plain"}
          text={result ? messages.close : messages.cancel}
        />
      </form>
    </Modal>
  );
}

/** A signed message, as in `SignedMessageInput`. */
export interface SignedMessage {
  readonly typedData: TypedData;
  readonly signature: string;
}

/** The messages to sign; empty if no signature is needed. */
interface Prepared {
  readonly messages: readonly TypedData[];
}

/** Something to sign: how to prepare the messages, and how to send them. */
interface MessageTask<T, P extends Prepared> {
  /** Identifies the task. */
  readonly key: readonly unknown[];
  prepare(signal: AbortSignal): Promise<P>;
  send(messages: readonly SignedMessage[], prepared: P): Promise<T>;
}

/**
 * Signs messages one after another with the owner's wallet, then sends them together. Signatures are kept when the wallet
 * stops halfway or the node is not reached, so that the wallet never asks twice.
 */
function useMessageSigning<T, P extends Prepared>({ key, prepare, send }: MessageTask<T, P>) {
  const prepared = useQuery({
    queryKey: ["message-to-sign", ...key],
    queryFn: ({ signal }) => prepare(signal),
    gcTime: 0,
    staleTime: Infinity,
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
    if (!prepared.data) return;
    setStep("sending");
    setResult({ value: await send(signed.current, prepared.data).catch(startAnew) });
  };
  const sign = (by: Account) =>
    attempt(async () => {
      const messages = prepared.data?.messages ?? [];
      // Some wallets only prompt straight from a user's action: await nothing before the first prompt.
      for (const typedData of messages.slice(signed.current.length)) {
        signed.current.push({ typedData, signature: await signTypedData(by, typedData) });
      }
      await bring();
    });
  return {
    ...wallet,
    prepared,
    result,
    done: signed.current.length,
    sign,
    act: () => attempt(bring, "sending"),
  };
}
