import { useEffect, useRef, useState } from "react";
import { formatError } from "../console/errors.tsx";
import { ApiError } from "../console/graphql.ts";
import { rememberWallet } from "../console/signing/owner-wallet.ts";
import { openSession, readSignInMessage } from "../console/signing/sign-in.tsx";
import { useMessages } from "../messages/console/use-messages.ts";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import { type Account, signMessage, signTypedData } from "../signing/account.ts";
import { keyFileId } from "../signing/wallets.ts";
import { buildInstallation, compareClock, InstallationError, sendInstallation } from "./installation.ts";
import { clearSetupForm, type SetupForm } from "./setup-form.ts";

type SignedInstallation = Parameters<typeof sendInstallation>[0];

export type Installation = ReturnType<typeof useInstallation>;

/** Signs the installation, sends it to the node and signs in. The signed message is saved until the node has it. */
export function useInstallation(form: SetupForm, account: Account | null) {
  const format = useProblems();
  const [state, setState] = useState<"idle" | "signing" | "sending" | "installed">("idle");
  const [problem, setProblem] = useState<string | null>(null);
  const [signed, setSigned] = useState<SignedInstallation | null>(null);
  const [isSigningIn, setSigningIn] = useState(false);
  const [isSignedIn, setSignedIn] = useState(false);
  const [isElsewhere, setElsewhere] = useState(false);
  const message = useRef<string | null>(null);
  const ahead = useRef(0);
  useEffect(() => void compareClock().then((found) => (ahead.current = found)), []);

  async function attempt(step: () => Promise<void>): Promise<void> {
    setProblem(null);
    try {
      await step();
    } catch (error) {
      setProblem(format(error));
      setState("idle");
    }
  }

  const sign = (by: Account) =>
    attempt(async () => {
      setState("signing");
      const now = Math.floor((Date.now() + ahead.current) / 1000);
      const typedData = buildInstallation({ ...form, address: by.address }, now);
      const next = { typedData, signature: await signTypedData(by, typedData) };
      setSigned(next);
      await send(next, by);
    });

  async function send(envelope: SignedInstallation, by: Account): Promise<void> {
    setState("sending");
    try {
      await sendInstallation(envelope, { url: form.url, address: by.address }, form.code.trim());
    } catch (error) {
      // A refused message is useless; one that the node did not get or could not store can be sent again.
      if (error instanceof InstallationError && !isRepeatable(error)) setSigned(null);
      throw error;
    }
    clearSetupForm();
    rememberWallet(by.wallet);
    message.current = await readSignInMessage(by.address).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === "FORBIDDEN") setElsewhere(true);
      return null;
    });
    // A key file opens no prompt, so no second click is needed.
    if (by.wallet.id === keyFileId && message.current) await signIn(by);
    setState("installed");
  }

  /** A wallet's prompt has to follow a click at once, so the message is fetched in advance. @returns whether it worked */
  async function signIn(by: Account): Promise<boolean> {
    setProblem(null);
    setSigningIn(true);
    try {
      const text = message.current ?? (await readSignInMessage(by.address));
      message.current = text;
      await openSession({ message: text, signature: await signMessage(by, text) });
      setSignedIn(true);
      return true;
    } catch (error) {
      message.current = null;
      setProblem(format(error));
      return false;
    } finally {
      setSigningIn(false);
    }
  }

  const resend = () =>
    attempt(async () => {
      if (signed && account) await send(signed, account);
    });
  return {
    state,
    problem,
    hasSigned: signed !== null,
    isSigningIn,
    isSignedIn,
    isElsewhere,
    sign,
    resend,
    signIn: async () => account !== null && (await signIn(account)),
  };
}

const isRepeatable = ({ code }: InstallationError) => /^(?:offline|INTERNAL_ERROR|HTTP_\d+)$/.test(code);

function useProblems(): (error: unknown) => string {
  const messages = useMessages();
  const { problems } = useInstallerMessages();
  return (error) => {
    if (!(error instanceof InstallationError)) return formatError(messages, error);
    const texts: Readonly<Record<string, unknown>> = problems;
    const known = texts[error.code];
    return typeof known === "string" ? known : problems.other(messages.refusal(error.message));
  };
}
