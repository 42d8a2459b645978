import type { TypedData } from "@freehold/protocol";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { endKeyTask } from "../../keystore/key-client.ts";
import { type Account, openAccount, signTypedData } from "../../signing/account.ts";
import { discoverWallets, keyFileId, type Wallet } from "../../signing/wallets.ts";
import { ApiError } from "../graphql.ts";
import { useOwner } from "../queries.ts";
import { chooseWallet, rememberWallet } from "./owner-wallet.ts";

/** A signed message, as in `SignedMessageInput`. */
export interface SignedMessage {
  readonly typedData: TypedData;
  readonly signature: string;
}

/** The message of a task with one. */
export function onlyMessage([message]: readonly SignedMessage[]): SignedMessage {
  if (message === undefined) throw new Error("Nothing was signed.");
  return message;
}

/** The messages to sign; empty if no signature is needed. */
export interface Prepared {
  readonly messages: readonly TypedData[];
  /** The subject of each message, if there are several. */
  readonly labels?: readonly string[];
}

/** Something to sign: how to prepare the messages, and how to send them. */
export interface MessageTask<T, P extends Prepared> {
  /** Identifies the task. */
  readonly key: readonly unknown[];
  /** False as long as it can't be prepared. */
  readonly isReady?: boolean;
  prepare(signal: AbortSignal): Promise<P>;
  send(messages: readonly SignedMessage[], prepared: P): Promise<T>;
}

/** The state of a task, for `SigningSteps`. */
export type MessageSigning<T, P extends Prepared = Prepared> = ReturnType<typeof useMessageSigning<T, P>>;

/**
 * Signs messages one after another with the owner's wallet, then sends them together. Wallets have no call that signs
 * several (decision 0007). Signatures are kept when the wallet stops halfway or the node is not reached, so that the wallet
 * never asks twice for one message.
 */
export function useMessageSigning<T, P extends Prepared>({
  key,
  isReady = true,
  prepare,
  send,
}: MessageTask<T, P>) {
  const prepared = useQuery({
    queryKey: ["message-to-sign", ...key],
    queryFn: ({ signal }) => prepare(signal),
    enabled: isReady,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    // Offline it fails at once, and says so, until the browser is online again.
    networkMode: "always",
    refetchOnReconnect: true,
  });
  const { attempt, setStep, connect, ...wallet } = useWallet();
  const [result, setResult] = useState<{ readonly value: T } | null>(null);
  const [done, setDone] = useState(0);
  const signed = useRef<SignedMessage[]>([]);
  const take = (all: SignedMessage[]) => {
    signed.current = all;
    setDone(all.length);
  };

  /** Signatures that the node refused are useless; if it was not reached, they are still good. */
  async function startAnew(error: unknown): Promise<never> {
    if (!(error instanceof ApiError && error.code === "OFFLINE")) {
      take([]);
      await prepared.refetch();
    }
    throw error;
  }

  const bring = async () => {
    if (!prepared.data) return;
    setStep("sending");
    setResult({ value: await send(signed.current, prepared.data).catch(startAnew) });
  };
  const signAll = async (by: Account) => {
    const messages = prepared.data?.messages ?? [];
    try {
      // Some wallets only prompt straight from a user's action: await nothing before the first prompt.
      for (const typedData of messages.slice(signed.current.length)) {
        const signature = await signTypedData(by, typedData);
        take([...signed.current, { typedData, signature }]);
      }
    } finally {
      endKeyTask();
    }
    await bring();
  };
  return {
    ...wallet,
    prepared,
    result,
    done,
    /** Connects the wallet if needed, and signs. A wallet that asked first is used by the next click. */
    sign: (using: Wallet) =>
      attempt(async () => {
        if (wallet.account) await signAll(wallet.account);
        else {
          const account = await connect(using);
          if (mayPrompt(using)) await signAll(account);
        }
      }),
    /** Sends without a signature. */
    act: () => attempt(bring, "sending"),
  };
}

/** Whether a prompt still follows straight from the user's click. A key file has no prompt. */
function mayPrompt({ id }: Wallet): boolean {
  return id === keyFileId || (navigator.userActivation?.isActive ?? false);
}

/** The part that signing waits for. */
export type Step = "idle" | "wallet" | "passkey" | "sending";

/** The kinds of signers: a wallet asks for each signature; a key file, or a key of which nothing is known yet, does not. */
const kindOf = (wallet: Wallet | null): "wallet" | "key" =>
  wallet === null || wallet.id === keyFileId ? "key" : "wallet";

/** The owner's wallet, its kind, its account once connected, and the error of the last attempt. */
export function useWallet() {
  const [wallets, setWallets] = useState<readonly Wallet[] | null>(null);
  const [account, setAccount] = useState<Account | null>(null);
  const [step, setStep] = useState<Step>("idle");
  const [problem, setProblem] = useState<unknown>(null);
  const [asked, setAsked] = useState<Wallet | null>(null);
  const owner = useOwner();
  useEffect(() => discoverWallets(setWallets), []);

  async function attempt(act: () => Promise<void>, during: Step = "wallet"): Promise<void> {
    setProblem(null);
    setStep(during);
    try {
      await act();
    } catch (error) {
      setProblem(error);
    } finally {
      setStep("idle");
    }
  }

  async function connect(wallet: Wallet): Promise<Account> {
    setAsked(wallet);
    const opened = await openAccount(wallet, owner);
    rememberWallet(wallet);
    setAccount(opened);
    return opened;
  }
  const wallet = wallets && chooseWallet(wallets);
  const kind = kindOf(account?.wallet ?? (step === "wallet" ? asked : null) ?? wallet);
  return { owner, wallets, wallet, account, kind, step, setStep, problem, attempt, connect };
}
