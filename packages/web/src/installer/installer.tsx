import { type ReactElement, useEffect, useRef, useState } from "react";
import { Button } from "../console/components/controls.tsx";
import { KeyFileWallet } from "../console/signing/key-file-dialog.tsx";
import { chooseAccent } from "../drawings/accent.ts";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import type { Account } from "../signing/account.ts";
import { discoverWallets, keyFileId, type Wallet } from "../signing/wallets.ts";
import { AddressStep } from "./address-step.tsx";
import { languageOptions } from "./fields.tsx";
import { KeyStep } from "./key-step.tsx";
import { ProfileStep } from "./profile-step.tsx";
import {
  type InstallerInput,
  readAddress,
  type SetupForm,
  type Step,
  steps,
  useSetupForm,
  useStep,
} from "./setup-form.ts";
import { SignStep } from "./sign-step.tsx";

/** The four steps of the set-up. Passwords and keys stay in the state of this component. */
export function Installer({
  input,
  onDone,
}: {
  input: InstallerInput;
  onDone: () => Promise<void>;
}): ReactElement {
  const texts = useInstallerMessages();
  const [form, change] = useSetupForm(input);
  const [mailPassword, setMailPassword] = useState("");
  const [wallets, setWallets] = useState<readonly Wallet[] | null>(null);
  const [chosen, setChosen] = useState<Account | null>(null);
  const [step, goTo] = useStep(furthestOf(form));
  useEffect(() => discoverWallets(setWallets), []);
  useAccent(form.address);
  const title = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: screen readers read the title of each step
  useEffect(() => {
    if (!isFirst.current) title.current?.focus();
    isFirst.current = false;
    document.title = `${texts.steps[step]} · ${texts.title}`;
  }, [step]);
  const props = { input, form, change, onNext: () => goTo(steps[steps.indexOf(step) + 1] ?? "sign") };
  const account = chosen ?? reopen(form, wallets);
  return (
    <div className="installer">
      <KeyFileWallet wanted={form.address ?? input.owner} />
      <main>
        <Progress step={step} furthest={furthestOf(form)} />
        <h1 ref={title} tabIndex={-1}>
          {texts[step].title}
        </h1>
        {step === "address" && <AddressStep {...props} />}
        {step === "key" && <KeyStep {...props} wallets={wallets} account={account} onAccount={setChosen} />}
        {step === "profile" && (
          <ProfileStep {...props} mailPassword={mailPassword} onMailPassword={setMailPassword} />
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
        {step !== "address" && <Button look="quiet back" onClick={() => history.back()} text={texts.back} />}
      </main>
      <LanguageSwitch />
    </div>
  );
}

function Progress({ step, furthest }: { step: Step; furthest: Step }): ReactElement {
  const texts = useInstallerMessages();
  const at = steps.indexOf(step);
  return (
    <nav aria-label={texts.stepOf(at + 1, steps.length)}>
      <ol className="steps">
        {steps.map((one, index) => (
          <li key={one} aria-current={one === step ? "step" : undefined} data-done={index < at}>
            {index < at || (index <= steps.indexOf(furthest) && index !== at) ? (
              <a href={`#${one}`}>{texts.steps[one]}</a>
            ) : (
              <span>{texts.steps[one]}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The first step that is not done. */
function furthestOf({ url, address, name }: SetupForm): Step {
  if (readAddress(url).url === null) return "address";
  if (address === null) return "key";
  return name.trim() === "" ? "profile" : "sign";
}

/** After a reload a key file is opened again on demand; a wallet has to be chosen again. */
function reopen({ way, address }: SetupForm, wallets: readonly Wallet[] | null): Account | null {
  const keyFile = wallets?.find(({ id }) => id === keyFileId);
  return address && keyFile && (way === "new" || way === "file") ? { wallet: keyFile, address } : null;
}

/** Shows the owner's accent colour once the address is known. */
function useAccent(owner: SetupForm["address"]): void {
  useEffect(() => {
    const { light, dark } = chooseAccent(owner);
    document.documentElement.style.setProperty("--accent", `light-dark(${light}, ${dark})`);
  }, [owner]);
}

/** Changes the language of the page by a reload; the form is saved. */
function LanguageSwitch(): ReactElement {
  const texts = useInstallerMessages();
  const choose = async (language: string) => {
    const body = new URLSearchParams({ language });
    await fetch("/preferences", { method: "POST", body, redirect: "manual" }).catch(() => null);
    location.reload();
  };
  return (
    <footer className="installer-foot">
      <label htmlFor="language">{texts.languageLabel}</label>
      <select id="language" value={texts.language} onChange={(event) => choose(event.target.value)}>
        {languageOptions()}
      </select>
    </footer>
  );
}
