import { onlineManager } from "@tanstack/react-query";
import { type ReactElement, useSyncExternalStore } from "react";
import type { ConsoleMessages } from "../messages/console/en.ts";
import { useMessages } from "../messages/console/use-messages.ts";
import { formatSize } from "../messages/site/format.ts";
import { WalletError } from "../signing/wallets.ts";
import { Button } from "./components/controls.tsx";
import { ApiError } from "./graphql.ts";
import { askToSignIn, isSignedOut } from "./signing/fresh-session.ts";
import { PasskeyError } from "./signing/passkey-error.ts";

/** Whether the browser is online. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
}

/** The message for data that could not be loaded, with a button to try again. @param props.isShown whether older data are there */
export function LoadError({
  error,
  isShown = false,
  onRetry,
}: {
  error: unknown;
  isShown?: boolean;
  onRetry: () => void;
}): ReactElement | null {
  const messages = useMessages();
  const isOnline = useOnline();
  if (!isOnline && !isShown) return <p className="trouble">{messages.offline}</p>;
  if (!error) return null;
  return (
    <div className="trouble" role="alert">
      <p>{messages.failed(formatError(messages, error))}</p>
      {isSignedOut(error) ? (
        <SignInButton />
      ) : (
        <Button look="plain" onClick={onRetry} text={messages.again} />
      )}
    </div>
  );
}

/** Signs in over the view that is open: nothing of it is lost. */
export function SignInButton(): ReactElement {
  const messages = useMessages();
  return <Button look="plain small" onClick={() => void askToSignIn()} text={messages.signInAgain} />;
}

/** The state of a query until it has something to show: the problem, the wait, or the text for an empty result. */
export function LoadState({
  of: { error, isPending, refetch },
  empty,
}: {
  of: { readonly error: unknown; readonly isPending: boolean; refetch(): Promise<unknown> };
  empty?: string | false | undefined;
}): ReactElement {
  return (
    <>
      <LoadError error={error} isShown={!isPending && !error} onRetry={() => void refetch()} />
      {isPending && <p className="skeleton" aria-busy="true" />}
      {empty && <p className="empty">{empty}</p>}
    </>
  );
}

/** A problem, read out when it appears; nothing without a text or an error. */
export function Trouble({
  text,
  error,
}: {
  text?: string | false | null | undefined;
  error?: unknown;
}): ReactElement | null {
  const messages = useMessages();
  const shown = text || (error ? formatError(messages, error) : "");
  if (!shown) return null;
  return (
    <p role="alert" className="trouble">
      {shown} {isSignedOut(error) && <SignInButton />}
    </p>
  );
}

/**
 * The text of an error: that of its reason, else of a code with one meaning, else the sentence of the node, which says what
 * exactly was refused and why.
 */
export function formatError(
  messages: Pick<
    ConsoleMessages,
    "wallet" | "passkeys" | "problems" | "obstacles" | "tooLarge" | "refusal" | "unknownAnswer" | "pageFailed"
  >,
  error: unknown,
): string {
  if (error instanceof WalletError) return messages.wallet[error.problem];
  if (error instanceof PasskeyError) return messages.passkeys.problems[error.problem];
  if (!(error instanceof ApiError)) return messages.pageFailed(String((error as Error).message));
  const { code, reason, maxBytes, message, sentence } = error;
  if (code === "OFFLINE" && !navigator.onLine) return messages.problems.BROWSER_OFFLINE;
  if (maxBytes !== null) return messages.tooLarge(formatSize(maxBytes, String));
  const obstacles: Readonly<Record<string, string>> = messages.obstacles;
  const problems: Readonly<Record<string, string>> = messages.problems;
  const known = obstacles[reason ?? ""] ?? problems[reason ?? ""] ?? problems[code];
  if (known !== undefined) return known;
  if (message === "" || code.startsWith("HTTP_"))
    return messages.unknownAnswer(code.replace("HTTP_", "HTTP "));
  // Before the first view is over, the translations are not there.
  return (messages.refusal as ConsoleMessages["refusal"] | undefined)?.(message, sentence) ?? message;
}
