import { type ReactElement, useEffect, useState } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { type Account, openAccount } from "../../signing/account.ts";
import { discoverWallets, type Wallet } from "../../signing/wallets.ts";
import { Button } from "../components/controls.tsx";
import { useOwner } from "../queries.ts";
import { chooseWallet, rememberWallet } from "./owner-wallet.ts";

/** One step at a time: connect the wallet if it is not connected yet, then sign. */
export function WalletStep({
  owner,
  wallets,
  wallet,
  account,
  step,
  open,
  isReady,
  sign,
}: Omit<ReturnType<typeof useWallet>, "attempt" | "setStep"> & {
  /** Whether the messages to sign are ready. */
  isReady: boolean;
  sign: (account: Account) => void;
}): ReactElement {
  const messages = useMessages();
  const isBusy = step !== "idle" || !isReady || owner === null;
  if (account) {
    return (
      <Button
        disabled={isBusy}
        onClick={() => sign(account)}
        text={messages.signing.sign(account.wallet.name || messages.signIn.aWallet)}
      />
    );
  }
  if (wallets?.length === 0) return <p className="trouble">{messages.signIn.noWallet}</p>;
  return (
    <div className="choices">
      {(wallet ? [wallet] : (wallets ?? [])).map((one) => (
        <Button
          key={one.id}
          disabled={isBusy}
          onClick={() => open(one)}
          text={messages.signing.open(one.name || messages.signIn.aWallet)}
        />
      ))}
    </div>
  );
}

/** What signing waits for. */
export type Step = "idle" | "wallet" | "sending";

/** The owner's wallet, its account once connected, and the error of the last attempt. */
export function useWallet() {
  const [wallets, setWallets] = useState<readonly Wallet[] | null>(null);
  const [account, setAccount] = useState<Account | null>(null);
  const [step, setStep] = useState<Step>("idle");
  const [problem, setProblem] = useState<unknown>(null);
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

  const open = (wallet: Wallet) =>
    attempt(async () => {
      const opened = await openAccount(wallet, owner);
      rememberWallet(wallet);
      setAccount(opened);
    });
  const wallet = wallets && chooseWallet(wallets);
  return { owner, wallets, wallet, account, step, setStep, problem, attempt, open };
}
