import type { Hex, TypedData } from "@freehold/protocol";
import { useEffect, useRef, useState } from "react";
import { formatError } from "../console/errors.tsx";
import { ApiError } from "../console/graphql.ts";
import { rememberWallet } from "../console/signing/owner-wallet.ts";
import { openSession, readSignInMessage } from "../console/signing/sign-in.tsx";
import { useMessages } from "../messages/console/use-messages.ts";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import { type Account, signMessage, signTypedData } from "../signing/account.ts";
import { keyFileId } from "../signing/wallets.ts";
import { compareClock, InstallationError, sendInstallation, writeDeed } from "./installation.ts";
import { keepMail, writeTransport } from "./mail-fields.tsx";
import { forgetKept, type Kept } from "./setup-form.ts";

interface Moving {
  readonly kept: Kept;
  readonly mailPassword: string;
  readonly account: Account | null;
  readonly onDone: () => Promise<void>;
}

interface Signed {
  readonly typedData: TypedData;
  readonly signature: Hex;
}

/** Signs the deed, brings it to the node, and comes in. What was signed is held until the node has it. */
export function useMovingIn({ account, kept, mailPassword, onDone }: Moving) {
  const say = useProblems();
  const [state, setState] = useState<"idle" | "signing" | "sending" | "installed">("idle");
  const [problem, setProblem] = useState<string | null>(null);
  const [signed, setSigned] = useState<Signed | null>(null);
  const [isComing, setComing] = useState(false);
  const [elsewhere, setElsewhere] = useState(false);
  const [mailFailed, setMailFailed] = useState(false);
  const message = useRef<string | null>(null);
  const ahead = useRef(0);
  useEffect(() => void compareClock().then((found) => (ahead.current = found)), []);

  async function sign(by: Account): Promise<void> {
    setProblem(null);
    setState("signing");
    try {
      const now = Math.floor((Date.now() + ahead.current) / 1000);
      const typedData = writeDeed({ ...kept, address: by.address }, now);
      const next = { typedData, signature: await signTypedData(by, typedData) };
      setSigned(next);
      await send(next, by);
    } catch (error) {
      setProblem(say(error));
      setState("idle");
    }
  }

  async function send(envelope: Signed, by: Account): Promise<void> {
    setState("sending");
    try {
      await sendInstallation(envelope, { url: kept.url, address: by.address }, kept.code.trim());
    } catch (error) {
      // What the node refused is of no use; what it did not get, or could not write, is.
      if (error instanceof InstallationError && !repeatable.has(error.code)) setSigned(null);
      throw error;
    }
    forgetKept();
    rememberWallet(by.wallet);
    message.current = await readSignInMessage(by.address).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === "FORBIDDEN") setElsewhere(true);
      return null;
    });
    setState("installed");
    // A key file asks nothing, so its owner is not made to touch once more.
    if (by.wallet.id === keyFileId && message.current) await come(by);
  }

  /** The prompt comes straight from the touch where the text is at hand. */
  async function come(by: Account): Promise<void> {
    setProblem(null);
    setComing(true);
    try {
      const text = message.current ?? (await readSignInMessage(by.address));
      message.current = text;
      await openSession(text, await signMessage(by, text));
    } catch (error) {
      message.current = null;
      setProblem(say(error));
      setComing(false);
      return;
    }
    await finish();
  }

  async function finish(): Promise<void> {
    if (kept.mailServer.trim() === "") return await onDone();
    try {
      await keepMail(writeTransport(kept, mailPassword), kept.mailFrom.trim());
      await onDone();
    } catch {
      setMailFailed(true);
    }
  }

  const again = async () => {
    setProblem(null);
    if (!signed || !account) return;
    await send(signed, account).catch((error: unknown) => {
      setProblem(say(error));
      setState("idle");
    });
  };
  return {
    state,
    problem,
    hasSigned: signed !== null,
    isComing,
    elsewhere,
    mailFailed,
    sign,
    resend: again,
    come: () => account && come(account),
  };
}

const repeatable = new Set(["offline", "INTERNAL_ERROR"]);

/** What went wrong, in words. */
function useProblems(): (error: unknown) => string {
  const words = useMessages();
  const { problems } = useInstallerMessages();
  return (error) => {
    if (!(error instanceof InstallationError)) return formatError(words, error);
    const said: Readonly<Record<string, unknown>> = problems;
    const known = said[error.code];
    return typeof known === "string" ? known : problems.other(error.message);
  };
}
