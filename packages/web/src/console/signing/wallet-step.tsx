import type { ReactElement } from "react";
import type { Account } from "../../signing/account.ts";
import { useWords } from "../words/use-words.ts";
import type { useWallet } from "./use-wallet.ts";

type Opening = Pick<
  ReturnType<typeof useWallet>,
  "owner" | "wallets" | "wallet" | "account" | "step" | "open"
>;

/** One touch at a time: the wallet first, where it is not open yet, and then the signature. */
export function WalletStep({
  owner,
  wallets,
  wallet,
  account,
  step,
  open,
  isReady,
  sign,
}: Opening & {
  /** Whether what is to be signed is at hand. */
  isReady: boolean;
  sign: (account: Account) => void;
}): ReactElement {
  const words = useWords();
  const isBusy = step !== "idle" || !isReady || owner === null;
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
