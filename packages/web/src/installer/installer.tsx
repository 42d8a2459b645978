import { type ReactElement, useEffect, useRef, useState } from "react";
import { KeyFileWallet } from "../console/signing/key-file-dialog.tsx";
import { chooseAccent } from "../drawings/accent.ts";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import { catalogues } from "../messages/site/catalogues.ts";
import type { Account } from "../signing/account.ts";
import { discoverWallets, keyFileId, type Wallet } from "../signing/wallets.ts";
import { PlaceStep } from "./address-step.tsx";
import { KeyStep } from "./key-step.tsx";
import { YouStep } from "./profile-step.tsx";
import { readAddress } from "./read-address.ts";
import { type House, type Kept, type Step, steps, useKept, useStep } from "./setup-form.ts";
import { SignStep } from "./sign-step.tsx";

/** Four steps from an empty house to its first text. Passwords and keys are held here, and nowhere else. */
export function Installer({ house, onDone }: { house: House; onDone: () => Promise<void> }): ReactElement {
  const said = useInstallerMessages();
  const [kept, change] = useKept(house);
  const [mailPassword, setMailPassword] = useState("");
  const [wallets, setWallets] = useState<readonly Wallet[] | null>(null);
  const [chosen, setChosen] = useState<Account | null>(null);
  const [step, goTo] = useStep(furthestOf(kept));
  useEffect(() => discoverWallets(setWallets), []);
  useAccent(kept.address);
  const title = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each step its title is read out
  useEffect(() => {
    if (!isFirst.current) title.current?.focus();
    isFirst.current = false;
    document.title = `${said.steps[step]} · ${said.title}`;
  }, [step]);
  const props = { house, kept, change, onNext: () => goTo(steps[steps.indexOf(step) + 1] ?? "sign") };
  const account = chosen ?? reopen(kept, wallets);
  return (
    <div className="moving">
      <KeyFileWallet wanted={kept.address ?? house.owner} />
      <main>
        <Progress step={step} furthest={furthestOf(kept)} />
        <h1 ref={title} tabIndex={-1}>
          {said[step].title}
        </h1>
        {step === "place" && <PlaceStep {...props} />}
        {step === "key" && <KeyStep {...props} wallets={wallets} account={account} onAccount={setChosen} />}
        {step === "you" && (
          <YouStep {...props} mailPassword={mailPassword} onMailPassword={setMailPassword} />
        )}
        {step === "sign" && (
          <SignStep
            {...props}
            mailPassword={mailPassword}
            account={account}
            onKey={() => goTo("key")}
            onDone={onDone}
          />
        )}
        {step !== "place" && (
          <button type="button" className="quiet back" onClick={() => history.back()}>
            {said.back}
          </button>
        )}
      </main>
      <LanguageSwitch />
    </div>
  );
}

/** Where one is, and what is behind one. */
function Progress({ step, furthest }: { step: Step; furthest: Step }): ReactElement {
  const said = useInstallerMessages();
  const at = steps.indexOf(step);
  return (
    <nav aria-label={said.stepOf(at + 1, steps.length)}>
      <ol className="moving-steps">
        {steps.map((one, index) => (
          <li key={one} aria-current={one === step ? "step" : undefined} data-done={index < at}>
            {index < at || (index <= steps.indexOf(furthest) && index !== at) ? (
              <a href={`#${one}`}>{said.steps[one]}</a>
            ) : (
              <span>{said.steps[one]}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The first step that is not done. */
function furthestOf({ url, address, name }: Kept): Step {
  if (readAddress(url).url === null) return "place";
  if (address === null) return "key";
  return name.trim() === "" ? "you" : "sign";
}

/** After the page was loaded again a key file is opened once more when it is needed; a wallet has to be chosen again. */
function reopen({ way, address }: Kept, wallets: readonly Wallet[] | null): Account | null {
  const keyFile = wallets?.find(({ id }) => id === keyFileId);
  return address && keyFile && (way === "new" || way === "file") ? { wallet: keyFile, address } : null;
}

/** The house takes the colour of its owner as soon as it is known who that is. */
function useAccent(owner: Kept["address"]): void {
  useEffect(() => {
    const { light, dark } = chooseAccent(owner);
    document.documentElement.style.setProperty("--accent", `light-dark(${light}, ${dark})`);
  }, [owner]);
}

/** Changes the language of the page, which is loaded again; what was typed stays. */
export function LanguageSwitch(): ReactElement {
  const said = useInstallerMessages();
  const choose = async (language: string) => {
    const body = new URLSearchParams({ language });
    await fetch("/preferences", { method: "POST", body, redirect: "manual" }).catch(() => null);
    location.reload();
  };
  return (
    <footer className="moving-foot">
      <label htmlFor="language">{said.languageLabel}</label>
      <select id="language" value={said.language} onChange={(event) => choose(event.target.value)}>
        {catalogues.map(({ language, name }) => (
          <option key={language} value={language} lang={language}>
            {name}
          </option>
        ))}
      </select>
    </footer>
  );
}
