import { type ReactElement, useEffect, useRef, useState } from "react";
import { Button } from "../console/components/controls.tsx";
import { KeyFileWallet } from "../console/signing/key-file-dialog.tsx";
import { chooseAccent } from "../drawings/accent.ts";
import type { MadeKey } from "../keystore/key-worker.ts";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import type { Account } from "../signing/account.ts";
import { discoverWallets, type Wallet } from "../signing/wallets.ts";
import { DoneStep } from "./done-step.tsx";
import { languageOptions } from "./fields.tsx";
import { KeyStep } from "./key-step.tsx";
import { NameStep } from "./name-step.tsx";
import { type InstallerInput, type MadeFile, type Step, steps, useSetupForm, useStep } from "./setup-form.ts";
import { useInstallation } from "./use-installation.ts";

/** The three steps of the set-up. Passwords and keys stay in the state of these components. */
export function Installer({
  input,
  onOpen,
}: {
  input: InstallerInput;
  /** Opens the dashboard at a path below `/console`. */
  onOpen: (path: string) => Promise<void>;
}): ReactElement {
  const texts = useInstallerMessages();
  const [form, change] = useSetupForm(input);
  const [wallets, setWallets] = useState<readonly Wallet[] | null>(null);
  const [account, setAccount] = useState<Account | null>(null);
  const [made, setMade] = useMadeKey();
  const installation = useInstallation(form, account);
  const [typing, goTo] = useStep(form);
  const step = installation.state === "installed" ? "done" : typing;
  useEffect(() => discoverWallets(setWallets), []);
  useAccent(account?.address ?? made?.address ?? null);
  const title = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  // A key that was opened changes what the step shows.
  const isOpened = account !== null && made === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: screen readers read the title of what is new
  useEffect(() => {
    const isTyping = document.activeElement?.matches("input") ?? false;
    if (!isFirst.current && !isTyping) title.current?.focus();
    isFirst.current = false;
    document.title = `${texts.steps[step]} · ${texts.title}`;
  }, [step, isOpened]);
  const props = { input, form, change };
  return (
    <div className="installer">
      <KeyFileWallet wanted={account?.address ?? input.owner} />
      <main>
        <Progress step={step} />
        <h1 ref={title} tabIndex={-1}>
          {texts[step].title}
        </h1>
        {step === "name" && <NameStep {...props} onNext={() => goTo("key")} />}
        {step === "key" && (
          <KeyStep
            {...props}
            wallets={wallets}
            account={account}
            onAccount={setAccount}
            made={made}
            onMade={setMade}
            installation={installation}
          />
        )}
        {step === "done" && <DoneStep {...{ form, account, installation, made, onOpen }} />}
        {step === "key" && <Button look="quiet back" onClick={() => history.back()} text={texts.back} />}
      </main>
      {step !== "done" && <LanguageSwitch />}
    </div>
  );
}

/** A key that was made here, with the address of its file, which stays as long as this page. */
function useMadeKey(): readonly [MadeFile | null, (key: MadeKey | null) => void] {
  const [made, setMade] = useState<MadeFile | null>(null);
  const href = made?.href;
  useEffect(() => () => void (href && URL.revokeObjectURL(href)), [href]);
  const keep = (key: MadeKey | null) =>
    setMade(key && { ...key, href: URL.createObjectURL(new Blob([key.file], { type: "application/json" })) });
  return [made, keep];
}

function Progress({ step }: { step: Step }): ReactElement {
  const texts = useInstallerMessages();
  const at = steps.indexOf(step);
  return (
    <nav aria-label={texts.stepOf(at + 1, steps.length)}>
      <ol className="steps">
        {steps.map((one, index) => (
          <li key={one} aria-current={one === step ? "step" : undefined} data-done={index < at}>
            {one === "name" && step === "key" ? (
              <a href="#name">{texts.steps[one]}</a>
            ) : (
              <span>{texts.steps[one]}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Shows the owner's accent colour once the address is known. */
function useAccent(owner: Account["address"] | null): void {
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
