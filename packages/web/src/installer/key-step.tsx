import { type ReactElement, useState } from "react";
import { Button } from "../console/components/controls.tsx";
import { digits } from "../console/elements.ts";
import { KeyFileForm } from "../console/signing/key-file-dialog.tsx";
import { useMessages } from "../messages/console/use-messages.ts";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import { type Account, openAccount } from "../signing/account.ts";
import { keyFileId, type Wallet, WalletError } from "../signing/wallets.ts";
import { Owner, Status } from "./fields.tsx";
import { NewKey } from "./new-key.tsx";
import type { SetupForm, StepProps } from "./setup-form.ts";

type KeyProps = StepProps & {
  wallets: readonly Wallet[] | null;
  account: Account | null;
  onAccount: (account: Account | null) => void;
};

/** Chooses the owner's key: a wallet, a new key, or a key file. */
export function KeyStep(props: KeyProps): ReactElement {
  const { account, change, input, form, onAccount, onNext, wallets } = props;
  const { key: texts, next } = useInstallerMessages();
  const [isOther, setOther] = useState(false);
  const keyFile = wallets?.find(({ id }) => id === keyFileId);
  const others = wallets?.filter(({ id }) => id !== keyFileId) ?? null;
  const take = (way: NonNullable<SetupForm["way"]>, chosen: Account) => {
    onAccount(chosen);
    change({ way, address: chosen.address });
    setOther(true);
  };
  if (account && form.address) {
    return (
      <div className="step">
        <p>{texts.yours}</p>
        <Owner address={account.address} />
        <div className="choices">
          <Button onClick={onNext} text={next} />
          <Button
            look="plain"
            onClick={() => {
              onAccount(null);
              change({ way: null, address: null });
            }}
            text={texts.another}
          />
        </div>
      </div>
    );
  }
  const way = form.way ?? (others?.length === 0 ? "new" : "wallet");
  const fromFile = (address: Account["address"], as: "new" | "file") => {
    if (keyFile) take(as, { wallet: keyFile, address });
  };
  return (
    <div className="step">
      <p>{texts.intro}</p>
      {form.address && !isOther && (
        <p className="hint">
          {texts.again} {digits(form.address)}
        </p>
      )}
      <fieldset className="key-choices">
        <legend className="unseen">{texts.title}</legend>
        {(["wallet", "new", "file"] as const).map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="way"
              checked={way === one}
              onChange={() => change({ way: one, address: null })}
            />
            <span>{texts.choices[one]}</span>
          </label>
        ))}
      </fieldset>
      {way === "wallet" && (
        <Wallets
          wallets={others}
          wanted={input.owner ?? form.address}
          isReserved={input.owner !== null}
          onTake={(chosen) => take("wallet", chosen)}
        />
      )}
      {way === "new" && <NewKey form={form} wanted={input.owner} onMade={(made) => fromFile(made, "new")} />}
      {way === "file" && <KeyFileForm wanted={input.owner} onOpened={(found) => fromFile(found, "file")} />}
    </div>
  );
}

function Wallets({
  isReserved,
  onTake,
  wallets,
  wanted,
}: Pick<KeyProps, "wallets"> & {
  wanted: Account["address"] | null;
  isReserved: boolean;
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
      setProblem(name === "other-account" && isReserved ? texts.reserved : problems[name]);
    } finally {
      setWaiting(false);
    }
  };
  const search = wallets === null ? texts.looking : wallets.length === 0 && texts.noWallet;
  return (
    <div className="wallets">
      {wallets?.map((wallet) => (
        <button key={wallet.id} type="button" disabled={isWaiting} onClick={() => open(wallet)}>
          {wallet.icon && <img src={wallet.icon} alt="" width="24" height="24" />}
          {texts.open(wallet.name || texts.aWallet)}
        </button>
      ))}
      <Status text={isWaiting ? texts.waiting : search} problem={problem} />
    </div>
  );
}
