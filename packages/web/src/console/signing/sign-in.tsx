import { graphql } from "@freehold/client";
import { parseAddress } from "@freehold/protocol";
import { lazy, type ReactElement, Suspense, useState } from "react";
import { endKeyTask } from "../../keystore/key-client.ts";
import { useMessages } from "../../messages/console/use-messages.ts";
import { type Account, openAccount, signMessage } from "../../signing/account.ts";
import { keyFileId, type Wallet } from "../../signing/wallets.ts";
import { Button } from "../components/controls.tsx";
import { formatError } from "../errors.tsx";
import { askField, mutation } from "../graphql.ts";
import { useField } from "../queries.ts";
import { announceSignIn } from "../session-end.ts";
import { rememberWallet } from "./owner-wallet.ts";
import { supportsPasskeys } from "./passkey-error.ts";
import { useWallet } from "./use-message-signing.ts";

const WordsDialog = lazy(() => import("./words/words-dialog.tsx"));

interface Props {
  readonly owner: string;
  readonly onDone: () => void;
}

const lostKeyPage = "https://github.com/freehold-ewp/freehold/blob/main/docs/key.md#the-key-is-lost";

/** The sign-in page. @param props.title the name of the site */
export default function SignIn({ title, ...props }: Props & { title: string }): ReactElement {
  const { signIn } = useMessages();
  return (
    <main className="sign-in">
      <p className="sign-in-site">
        <a className="sign-in-name" href="/">
          {title || location.host}
        </a>
        {title && <small>{location.host}</small>}
      </p>
      <h1>{signIn.title}</h1>
      <p>{signIn.explain}</p>
      <SignInChoices {...props} />
      <p className="hint">
        {signIn.lost}{" "}
        <a href={lostKeyPage} target="_blank" rel="noreferrer">
          {signIn.lostMore}
        </a>
      </p>
    </main>
  );
}

/** The ways to sign in: select a wallet, then sign; or a passkey. */
export function SignInChoices({ owner, onDone }: Props): ReactElement {
  const messages = useMessages();
  const { wallets, step, problem, attempt } = useWallet();
  const [isKeyFile, setKeyFile] = useState(false);
  const [entersWords, setEntersWords] = useState(false);
  // A message that is ready to sign: wallets only prompt straight from a user's action.
  const [ready, setReady] = useState<{ account: Account; message: string } | null>(null);
  const isWaiting = step !== "idle";
  const { data: hasPasskey } = useField(["has-passkey"], hasPasskeyQuery);
  const canUsePasskey = hasPasskey === true && supportsPasskeys();
  const finish = () => {
    announceSignIn();
    onDone();
  };
  const withPasskey = async () => {
    await (await import("./passkeys.ts")).signInWithPasskey();
    finish();
  };
  const choose = (wallet: Wallet) =>
    attempt(async () => {
      setKeyFile(wallet.id === keyFileId);
      const account = await openAccount(wallet, parseAddress(owner));
      rememberWallet(wallet);
      const message = await readSignInMessage(account.address);
      // A key file that was just opened needs no second step.
      if (wallet.id === keyFileId) await enter(message, signMessage(account, message).finally(endKeyTask));
      else setReady({ account, message });
    });
  const enter = async (message: string, signature: Promise<string>) => {
    await openSession({ message, signature: await signature }).catch((error) => {
      setReady(null);
      throw error;
    });
    finish();
  };
  const [keyFile] = wallets?.filter(({ id }) => id === keyFileId) ?? [];
  const others = wallets?.filter(({ id }) => id !== keyFileId);

  return (
    <>
      {ready ? (
        <Button
          disabled={isWaiting}
          onClick={() => attempt(() => enter(ready.message, signMessage(ready.account, ready.message)))}
          text={messages.signIn.with(ready.account.wallet.name || messages.signIn.aWallet)}
        />
      ) : (
        others?.map((wallet) => (
          <button key={wallet.id} type="button" disabled={isWaiting} onClick={() => choose(wallet)}>
            {wallet.icon && <img src={wallet.icon} alt="" width="24" height="24" />}
            {wallet.name || messages.signIn.aWallet}
          </button>
        ))
      )}
      {keyFile && !ready && (
        <Button
          look={others?.length === 0 ? undefined : "plain"}
          disabled={isWaiting}
          onClick={() => choose(keyFile)}
          text={messages.keyFile.use}
        />
      )}
      {canUsePasskey && !ready && (
        <Button
          look="plain"
          disabled={isWaiting}
          onClick={() => attempt(withPasskey, "passkey")}
          text={messages.passkeys.use}
        />
      )}
      {keyFile && !ready && (
        <Button
          look="quiet"
          disabled={isWaiting}
          onClick={() => setEntersWords(true)}
          text={messages.words.enter.open}
        />
      )}
      {keyFile && entersWords && (
        <Suspense>
          <WordsDialog
            wanted={parseAddress(owner)}
            onClose={() => setEntersWords(false)}
            onOpened={() => {
              setEntersWords(false);
              void choose(keyFile);
            }}
          />
        </Suspense>
      )}
      {others?.length === 0 && <p className="hint">{messages.signIn.noWallet}</p>}
      <p role="status">
        {isWaiting
          ? step === "passkey"
            ? messages.passkeys.waiting
            : isKeyFile
              ? messages.signIn.opening
              : messages.signIn.waiting
          : Boolean(problem) && formatError(messages, problem)}
      </p>
    </>
  );
}

/** The text that the owner signs to sign in, valid for five minutes. @throws ApiError */
export async function readSignInMessage(address: string): Promise<string> {
  return (await askField(messageQuery, { address })).message;
}

const hasPasskeyQuery = graphql("query HasPasskey { hasPasskey }");
const messageQuery = graphql(
  "query SignInMessage($address: String!) { getSiweMessage(address: $address) { message } }",
);

/** Opens a session, in a cookie that scripts can't read. */
export const openSession = mutation(
  graphql(
    "mutation SignIn($input: SignInWithEthereumInput!) { signInWithEthereum(input: $input) { tokenId } }",
  ),
);
