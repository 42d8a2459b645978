import { type ReactElement, useEffect, useMemo, useRef, useState } from "react";
import { NewPasswordForm } from "../console/signing/words/new-password.tsx";
import { WordsForm } from "../console/signing/words/words-form.tsx";
import { closeKey, encryptOpenKey, makeKey } from "../keystore/key-client.ts";
import type { MadeKey } from "../keystore/key-worker.ts";
import { useMessages } from "../messages/console/use-messages.ts";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import type { Account } from "../signing/account.ts";
import type { MadeFile, SetupForm } from "./setup-form.ts";

interface Props {
  readonly form: SetupForm;
  readonly onMade: (made: MadeKey) => void;
}

/** Makes a key in this browser, locked with a password. */
export function NewKey({ form, onMade }: Props): ReactElement {
  const { key: texts } = useInstallerMessages();
  const make = async (password: string, onProgress: (share: number) => void) => {
    try {
      onMade(await makeKey(password, onProgress));
    } catch (error) {
      closeKey();
      throw error;
    }
  };
  return <KeyFilePassword form={form} intro={texts.intro} act={texts.make} onMake={make} />;
}

/** Takes the key of recovery words, and makes a key file for it, locked with a new password. */
export function KeyOfWords({
  form,
  onCancel,
  onMade,
  wanted,
}: Props & { wanted: Account["address"] | null; onCancel: () => void }): ReactElement {
  const { key: texts } = useInstallerMessages();
  const [isOpened, setOpened] = useState(false);
  if (!isOpened) return <WordsForm wanted={wanted} onOpened={() => setOpened(true)} onCancel={onCancel} />;
  const make = async (password: string, onProgress: (share: number) => void) =>
    onMade({ ...(await encryptOpenKey(password, onProgress)), words: [] });
  return <KeyFilePassword form={form} intro={texts.wordsFit} act={texts.makeFile} onMake={make} />;
}

function KeyFilePassword({
  form: { name, url },
  intro,
  ...rest
}: Pick<Parameters<typeof NewPasswordForm>[0], "act" | "onMake"> & {
  form: SetupForm;
  intro: string;
}): ReactElement {
  const { keyFile } = useMessages();
  const known = useMemo(() => [...name.split(/\s+/), URL.parse(url)?.hostname ?? ""], [name, url]);
  if (!isSecureContext) return <p className="trouble">{keyFile.insecure}</p>;
  return (
    <>
      <p>{intro}</p>
      {/* Password managers save the password under this name. */}
      <NewPasswordForm {...rest} known={known} username={`${name.trim()} (key file)`} />
    </>
  );
}

/** A link that saves the file of a key that was made here. */
export function SaveKey({
  address,
  href,
  isSaved,
  onSaved,
}: Pick<MadeFile, "address" | "href"> & { isSaved: boolean; onSaved?: () => void }): ReactElement {
  const { key: texts } = useInstallerMessages();
  const link = useRef<HTMLAnchorElement>(null);
  // It takes the place of the form that made the key.
  useEffect(() => {
    if (!isSaved) link.current?.focus();
  }, [isSaved]);
  return (
    <a
      ref={link}
      className={isSaved ? "button plain" : "button"}
      href={href}
      download={`freehold-key-${address}.json`}
      onClick={onSaved}
    >
      {isSaved ? texts.saveAgain : texts.save}
    </a>
  );
}
