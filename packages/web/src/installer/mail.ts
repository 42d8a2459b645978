import { ask } from "../console/ask.ts";
import type { Kept } from "./use-kept.ts";

/** Where the way of a mail ends; `failed` where the node could not try. */
export type MailProblem = "address" | "connection" | "greeting" | "login" | "failed";

type MailFields = Pick<Kept, "mailServer" | "mailPort" | "mailUser">;

/** The address of a mail server out of its parts: TLS at once on 465, else as soon as the server has it. */
export function writeTransport({ mailServer, mailPort, mailUser }: MailFields, password: string): string {
  const [user, word] = [mailUser, password].map(encodeURIComponent);
  const login = mailUser === "" ? "" : `${user}:${word}@`;
  const port = mailPort.trim();
  return `${port === "465" ? "smtps" : "smtp"}://${login}${mailServer.trim()}${port && `:${port}`}`;
}

/** Has the node ask a mail server (POST /api/smtp_check). @returns null when it takes mail */
export async function checkTransport(mailTransport: string): Promise<MailProblem | null> {
  try {
    const response = await fetch("/api/smtp_check", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ mailTransport }),
    });
    if (response.ok) return null;
    const { error } = (await response.json()) as { error?: string };
    return known.find((problem) => error?.startsWith(`${problem}:`)) ?? "failed";
  } catch {
    return "failed";
  }
}

const known = ["address", "connection", "greeting", "login"] as const;

/** Keeps it with the node; the owner is signed in. Throws AskError. */
export async function keepMail(mailTransport: string, mailFrom: string): Promise<void> {
  await ask(mutation, { input: { mailTransport, ...(mailFrom && { mailFrom }) } });
}

const mutation = /* GraphQL */ `
  mutation KeepMail($input: UpdateSettingsInput!) {
    updateSettings(input: $input) {
      mailTransportIsSet
    }
  }
`;
