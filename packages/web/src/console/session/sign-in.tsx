import { parseAddress } from "@freehold/protocol";
import { type ReactElement, useEffect, useState } from "react";
import { discoverWallets, type Wallet } from "../../wallet/discover-wallets.ts";
import { type Account, openAccount } from "../../wallet/open-account.ts";
import { signMessage } from "../../wallet/sign-with-wallet.ts";
import { WalletError } from "../../wallet/wallet-error.ts";
import { AskError, ask } from "../ask.ts";
import { useWords } from "../words/use-words.ts";
import { rememberWallet } from "./owner-wallet.ts";

/** What is ready to be signed: the prompt has to come straight from a touch. */
interface Ready {
  readonly account: Account;
  readonly message: string;
}

/** The console's door: a wallet's account, then its signature. */
export function SignIn({ owner, onDone }: { owner: string; onDone: () => void }): ReactElement {
  const words = useWords();
  const [wallets, setWallets] = useState<readonly Wallet[] | null>(null);
  const [ready, setReady] = useState<Ready | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => discoverWallets(setWallets), []);

  async function attempt(step: () => Promise<void>): Promise<void> {
    setProblem(null);
    setWaiting(true);
    try {
      await step();
    } catch (error) {
      setProblem(
        error instanceof WalletError ? words.wallet[error.problem] : String((error as Error).message),
      );
    } finally {
      setWaiting(false);
    }
  }

  const choose = (wallet: Wallet) =>
    attempt(async () => {
      const account = await openAccount(wallet, parseAddress(owner));
      rememberWallet(wallet);
      setReady({ account, message: await prepare(account.address) });
    });
  const sign = ({ account, message }: Ready) => {
    const signature = signMessage(account, message);
    return attempt(async () => {
      await ask(signInMutation, { input: { message, signature: await signature } }).catch((error) => {
        setReady(null);
        throw error instanceof AskError && error.code === "FORBIDDEN"
          ? new Error(words.signIn.notOwner)
          : error;
      });
      onDone();
    });
  };

  return (
    <main className="door">
      <h1>{words.signIn.title}</h1>
      <p>{words.signIn.words}</p>
      {ready ? (
        <button type="button" disabled={isWaiting} onClick={() => sign(ready)}>
          {words.signIn.with(ready.account.wallet.name || words.signIn.aWallet)}
        </button>
      ) : (
        wallets?.map((wallet) => (
          <button key={wallet.id} type="button" disabled={isWaiting} onClick={() => choose(wallet)}>
            {wallet.icon && <img src={wallet.icon} alt="" width="24" height="24" />}
            {wallet.name || words.signIn.aWallet}
          </button>
        ))
      )}
      {wallets?.length === 0 && <p>{words.signIn.noWallet}</p>}
      <p role="status">{isWaiting ? words.signIn.waiting : problem}</p>
    </main>
  );
}

async function prepare(address: string): Promise<string> {
  const { getSiweMessage } = await ask<{ getSiweMessage: { message: string } }>(messageQuery, { address });
  return getSiweMessage.message;
}

const messageQuery = /* GraphQL */ `
  query SignInMessage($address: String!) {
    getSiweMessage(address: $address) {
      message
    }
  }
`;
const signInMutation = /* GraphQL */ `
  mutation SignIn($input: SignInWithEthereumInput!) {
    signInWithEthereum(input: $input) {
      tokenId
    }
  }
`;
