import type { TypedData } from "@freehold/protocol";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Account } from "../../signing/account.ts";
import { signTypedData } from "../../signing/account.ts";
import { AskError } from "../ask.ts";
import { useWallet } from "./use-wallet.ts";

/** A message, and what a wallet made of it, as `SignedMessageInput` takes it. */
export interface SignedMessage {
  readonly typedData: TypedData;
  readonly signature: string;
}

/** One thing that is signed: what is asked of the node before, and what is brought to it after. */
export interface MessageErrand<T> {
  /** Tells one errand from another. */
  readonly key: readonly unknown[];
  /** What is to be signed; nothing, where it can be done without. */
  prepare(signal: AbortSignal): Promise<{ readonly messages: readonly TypedData[] }>;
  send(messages: readonly SignedMessage[]): Promise<T>;
}

/**
 * Has messages signed one after another by the owner's wallet, then sends them together. What was signed is kept when
 * the wallet stops in the middle or the node is not reached, so that nothing is asked twice.
 */
export function useMessageSigning<T>({ key, prepare, send }: MessageErrand<T>) {
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
    if (!(error instanceof AskError && error.code === "OFFLINE")) {
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
