import { type Address, parseAddress } from "@freehold/protocol";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Account, openAccount } from "../../signing/account.ts";
import { discoverWallets, type Wallet } from "../../signing/wallets.ts";
import { ask } from "../ask.ts";
import { chooseWallet, rememberWallet } from "../session/owner-wallet.ts";

/** Where signing stands; `step` says what is awaited. */
export type Step = "idle" | "wallet" | "sending";

/** The owner's wallet: which one it is, its account once it is open, and what went wrong with the last attempt. */
export function useWallet() {
  const [wallets, setWallets] = useState<readonly Wallet[] | null>(null);
  const [account, setAccount] = useState<Account | null>(null);
  const [step, setStep] = useState<Step>("idle");
  const [problem, setProblem] = useState<unknown>(null);
  const owner = useOwner();
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

  const open = (wallet: Wallet) =>
    attempt(async () => {
      setStep("wallet");
      const opened = await openAccount(wallet, owner);
      rememberWallet(wallet);
      setAccount(opened);
    });
  const wallet = wallets && chooseWallet(wallets);
  return { owner, wallets, wallet, account, step, setStep, problem, attempt, open };
}

/** The owner of this node; null until it is loaded. */
function useOwner(): Address | null {
  const { data } = useQuery({
    queryKey: ["owner"],
    queryFn: ({ signal }) => ask<{ profile: { address: string } }>(query, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return parseAddress(data?.profile.address);
}

const query = /* GraphQL */ `
  query Owner {
    profile {
      address
    }
  }
`;
