import { type Address, parseAddress, type TypedData } from "@freehold/protocol";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { discoverWallets, type Wallet } from "../../wallet/discover-wallets.ts";
import { type Account, openAccount } from "../../wallet/open-account.ts";
import { signTypedData } from "../../wallet/sign-with-wallet.ts";
import { AskError } from "../ask.ts";
import { chooseWallet, rememberWallet } from "../session/owner-wallet.ts";

/** A message, and what a wallet made of it, as `SignedMessageInput` takes it. */
export interface SignedMessage {
  readonly typedData: TypedData;
  readonly signature: string;
}

/** One thing that is signed: what is asked of the node before, and what is brought to it after. */
export interface MessageErrand<T> {
  /** Tells one errand from another. */
  readonly key: readonly unknown[];
  prepare(signal: AbortSignal): Promise<{ readonly owner: string; readonly messages: readonly TypedData[] }>;
  send(messages: readonly SignedMessage[]): Promise<T>;
}

export type Step = "idle" | "wallet" | "sending";

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
  const [wallets, setWallets] = useState<readonly Wallet[] | null>(null);
  const [account, setAccount] = useState<Account | null>(null);
  const [step, setStep] = useState<Step>("idle");
  const [problem, setProblem] = useState<unknown>(null);
  const [result, setResult] = useState<{ readonly value: T } | null>(null);
  const signed = useRef<SignedMessage[]>([]);
  useEffect(() => discoverWallets(setWallets), []);

  async function attempt(act: () => Promise<void>): Promise<void> {
    setProblem(null);
    try {
      await act();
    } catch (error) {
      setProblem(error);
    } finally {
      setStep("idle");
    }
  }

  /** What the node refuses is of no use any more; where it was not reached, it still is. */
  async function startAnew(error: unknown): Promise<never> {
    if (!(error instanceof AskError && error.code === "OFFLINE")) {
      signed.current = [];
      await prepared.refetch();
    }
    throw error;
  }

  const owner: Address | null = prepared.data ? parseAddress(prepared.data.owner) : null;
  const open = (wallet: Wallet) =>
    attempt(async () => {
      setStep("wallet");
      const opened = await openAccount(wallet, owner);
      rememberWallet(wallet);
      setAccount(opened);
    });
  const sign = (by: Account) =>
    attempt(async () => {
      const messages = prepared.data?.messages ?? [];
      setStep("wallet");
      // The first prompt comes straight from the touch: nothing is awaited before it.
      for (const typedData of messages.slice(signed.current.length)) {
        signed.current.push({ typedData, signature: await signTypedData(by, typedData) });
      }
      setStep("sending");
      setResult({ value: await send(signed.current).catch(startAnew) });
    });
  return {
    prepared,
    wallets,
    wallet: wallets && chooseWallet(wallets),
    account,
    step,
    problem,
    result,
    done: signed.current.length,
    open,
    sign,
  };
}
