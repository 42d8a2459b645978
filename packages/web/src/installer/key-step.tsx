import { type ReactElement, useState } from "react";
import { Button } from "../console/components/controls.tsx";
import { digits } from "../console/elements.ts";
import { ExplainedTick } from "../console/signing/key-file-fields.tsx";
import { KeyFileForm } from "../console/signing/key-file-form.tsx";
import { keepKeyFile, rememberAnswer, wantsKeptFiles } from "../keystore/kept-key-files.ts";
import type { MadeKey } from "../keystore/key-worker.ts";
import { useMessages } from "../messages/console/use-messages.ts";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import { type Account, openAccount } from "../signing/account.ts";
import { keyFileId, type Wallet, WalletError } from "../signing/wallets.ts";
import { Owner, Status } from "./fields.tsx";
import { KeyOfWords, NewKey, SaveKey } from "./new-key.tsx";
import type { MadeFile, StepProps } from "./setup-form.ts";
import type { Installation } from "./use-installation.ts";

type KeyProps = StepProps & {
  wallets: readonly Wallet[] | null;
  account: Account | null;
  onAccount: (account: Account | null) => void;
  made: MadeFile | null;
  onMade: (key: MadeKey | null) => void;
  installation: Installation;
};

/** The owner's key: a new one, or one that the owner has; then the signature that sets up the node. */
export function KeyStep(props: KeyProps): ReactElement {
  const { account, change, form, input, installation, made, onAccount, onMade, wallets } = props;
  const { key: texts } = useInstallerMessages();
  const { keyFile, words } = useMessages();
  const [keepsFile, setKeepsFile] = useState(wantsKeptFiles);
  // A file that was opened before a reload is opened again.
  const [opensFile, setOpensFile] = useState(form.keyFile !== null);
  const wallet = wallets?.find(({ id }) => id === keyFileId);
  const take = (address: Account["address"]) => {
    if (!wallet) return null;
    change({ keyFile: address });
    const taken = { wallet, address };
    onAccount(taken);
    return taken;
  };
  const [usesWords, setUsesWords] = useState(false);
  const another = () => {
    onAccount(null);
    onMade(null);
    change({ keyFile: null });
    setOpensFile(false);
    setUsesWords(false);
  };
  if (made) {
    const finish = () => {
      rememberAnswer(keepsFile);
      if (keepsFile) void keepKeyFile(made.address, made.file);
      const taken = account === null && take(made.address);
      if (taken) installation.sign(taken);
    };
    return (
      <div className="step">
        <p>{texts.isMade}</p>
        <Owner address={made.address} />
        <Statement form={form} />
        {account === null && (
          <ExplainedTick
            label={keyFile.keepFile}
            hint={keyFile.keepFileHint}
            checked={keepsFile}
            onChange={setKeepsFile}
          />
        )}
        <SaveKey {...made} isSaved={account !== null} onSaved={finish} />
        <Progress {...installation} account={account} />
        {account === null && <Button look="quiet" onClick={another} text={texts.another} />}
      </div>
    );
  }
  if (account) {
    return (
      <div className="step">
        <Owner address={account.address} />
        <Statement form={form} />
        <Progress {...installation} account={account} />
        {installation.state === "idle" && !installation.hasSigned && (
          <Button look="quiet" onClick={another} text={texts.another} />
        )}
      </div>
    );
  }
  if (opensFile) {
    return (
      <div className="step">
        {form.keyFile && (
          <p className="hint">
            {texts.again} {digits(form.keyFile)}
          </p>
        )}
        <KeyFileForm wanted={input.owner ?? form.keyFile} onOpened={take} />
        <Button look="quiet" onClick={another} text={texts.another} />
      </div>
    );
  }
  if (usesWords)
    return (
      <div className="step">
        <KeyOfWords form={form} wanted={input.owner} onMade={onMade} onCancel={another} />
      </div>
    );
  return (
    <div className="step">
      {input.owner === null && <NewKey form={form} onMade={onMade} />}
      <section className="own-key" aria-labelledby="own-key">
        <h2 id="own-key">{texts.own}</h2>
        <Wallets
          wallets={wallets?.filter(({ id }) => id !== keyFileId) ?? []}
          wanted={input.owner}
          onTake={onAccount}
        />
        <Button look="plain" onClick={() => setUsesWords(true)} text={words.enter.open} />
        <Button look="plain" onClick={() => setOpensFile(true)} text={texts.openFile} />
      </section>
    </div>
  );
}

/** The statement to sign, shown before the signature. */
function Statement({ form }: Pick<KeyProps, "form">): ReactElement {
  const { key: texts } = useInstallerMessages();
  return (
    <div>
      <p className="hint">{texts.signs}</p>
      <blockquote className="statement">{texts.sentence(form.url, form.name.trim())}</blockquote>
    </div>
  );
}

/** The button for the next step with the key, and its progress. */
function Progress({
  account,
  hasSigned,
  problem,
  resend,
  sign,
  state,
}: Installation & Pick<KeyProps, "account">): ReactElement {
  const { key: texts } = useInstallerMessages();
  const { signing } = useMessages();
  const isBusy = state !== "idle";
  const isFile = account?.wallet.id === keyFileId;
  return (
    <>
      {account && hasSigned && <Button disabled={isBusy} onClick={resend} text={texts.sendAgain} />}
      {account && !hasSigned && (
        <Button
          disabled={isBusy}
          onClick={() => sign(account)}
          text={isFile ? texts.finish : signing.sign(account.wallet.name || texts.aWallet)}
        />
      )}
      <Status
        text={state === "signing" ? !isFile && texts.waiting : state === "sending" && texts.sending}
        problem={problem}
      />
    </>
  );
}

function Wallets({
  onTake,
  wallets,
  wanted,
}: {
  wallets: readonly Wallet[];
  /** The only address that may set up the node; null for any. */
  wanted: Account["address"] | null;
  onTake: (account: Account) => void;
}): ReactElement {
  const { key: texts } = useInstallerMessages();
  const { wallet: problems } = useMessages();
  const [isWaiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const open = async (wallet: Wallet) => {
    setProblem(null);
    setWaiting(true);
    try {
      onTake(await openAccount(wallet, wanted));
    } catch (error) {
      const name = error instanceof WalletError ? error.problem : "failed";
      setProblem(name === "other-account" ? texts.reserved : problems[name]);
    } finally {
      setWaiting(false);
    }
  };
  return (
    <>
      {wallets.map((wallet) => (
        <button
          key={wallet.id}
          type="button"
          className="plain wallet"
          disabled={isWaiting}
          onClick={() => open(wallet)}
        >
          {wallet.icon && <img src={wallet.icon} alt="" width="24" height="24" />}
          {texts.open(wallet.name || texts.aWallet)}
        </button>
      ))}
      <Status text={isWaiting && texts.waiting} problem={problem} />
    </>
  );
}
