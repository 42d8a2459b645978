/** Moments of a conversation that the mail library tells nowhere but in its log. */
interface Moments {
  /** A mail begins, or its final dot was written. */
  onDot(isOut: boolean): void;
  /** The server answered DATA. */
  onDataAnswer(line: string): void;
}

/** A log for the mail library, with its option `transactionLog`, that keeps nothing. */
export function watchConversation({ onDot, onDataAnswer }: Moments): Record<LogLevel, Log> {
  const ignore = () => {};
  /** Those that the server has not answered yet: it answers in their order. */
  const commands: string[] = [];
  const info: Log = ({ tnx }) => {
    if (tnx === "send") onDot(false);
    else if (tnx === "message") onDot(true);
  };
  const debug: Log = ({ tnx }, line = "") => {
    if (tnx === "client") commands.push(line);
    else if (tnx === "server" && commands.shift() === "DATA") onDataAnswer(line);
  };
  return { trace: ignore, debug, info, warn: ignore, error: ignore, fatal: ignore };
}

type LogLevel = "trace" | "debug" | "info" | "warn" | "error" | "fatal";
type Log = (entry: { readonly tnx?: unknown }, line?: string) => void;
