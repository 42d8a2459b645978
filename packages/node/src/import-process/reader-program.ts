import { ImportError } from "@freehold/import";
import { AppError, codeOf } from "../errors/errors.ts";
import type { CallMessage, CallProblem, ReplyMessage } from "./calls.ts";
import { createImportReader } from "./reader.ts";

/** Reads imported files for the process that started this one, so that no file can end a server. */
const reader = createImportReader();

// The longest silence is a multiple of it.
const signMs = 1_000;

// The parent process ends this one; a signal of the terminal or a service manager reaches both.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
process.on("disconnect", () => process.exit(0));

const send = (reply: ReplyMessage) => process.send?.(reply);

async function answer({ id, name, args }: CallMessage): Promise<void> {
  try {
    const call: (...args: never[]) => Promise<unknown> = reader[name];
    send({ id, value: await call(...(args as never[])) });
  } catch (error) {
    send({ id, problem: describe(error) });
  }
}

function describe(error: unknown): CallProblem {
  const message = error instanceof Error ? error.message.slice(0, 1_000) : "";
  if (error instanceof AppError || error instanceof ImportError) return { kind: "invalid", message };
  const code = codeOf(error);
  // These errors are of the disk and its folders, not of the file's content.
  if (error instanceof Error && "syscall" in error)
    return { kind: "system", code, message, path: "path" in error ? error.path : undefined };
  return { kind: "invalid", message: `The file can't be read: ${message || "it is damaged"}.` };
}

process.on("message", (call: CallMessage) => void answer(call));
setInterval(() => send({ isAlive: true }), signMs);
send({ isAlive: true });
