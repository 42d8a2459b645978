import { type HTMLInputTypeAttribute, type ReactElement, useState } from "react";
import { graphql } from "../console/graphql.ts";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import type { Kept, StepProps } from "./setup-form.ts";

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

/** Keeps it with the node; the owner is signed in. Throws ApiError. */
export async function keepMail(mailTransport: string, mailFrom: string): Promise<void> {
  await graphql(mutation, { input: { mailTransport, ...(mailFrom && { mailFrom }) } });
}

const mutation = /* GraphQL */ `
  mutation KeepMail($input: UpdateSettingsInput!) {
    updateSettings(input: $input) {
      mailTransportIsSet
    }
  }
`;

/** The mail server, for whoever has one at hand. Its password is held in memory alone. */
export function MailFields({
  change,
  kept,
  onPassword,
  password,
}: Pick<StepProps, "change" | "kept"> & {
  password: string;
  onPassword: (password: string) => void;
}): ReactElement {
  const { you: said } = useInstallerMessages();
  const [found, setFound] = useState<MailProblem | "checking" | "well" | null>(null);
  const check = async () => {
    setFound("checking");
    setFound((await checkTransport(writeTransport(kept, password))) ?? "well");
  };
  const field = (
    name: "mailServer" | "mailPort" | "mailUser" | "mailFrom",
    label: string,
    type: HTMLInputTypeAttribute = "text",
  ) => (
    <label>
      {label}
      <input
        type={type}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode={name === "mailPort" ? "numeric" : undefined}
        value={kept[name]}
        onChange={(event) => {
          setFound(null);
          change({ [name]: event.target.value });
        }}
      />
    </label>
  );
  return (
    <details className="mail-fields" open={kept.mailServer !== ""}>
      <summary>{said.mail}</summary>
      <p className="hint">{said.mailWords}</p>
      <div className="mail-grid">
        {field("mailServer", said.server)}
        {field("mailPort", said.port)}
        {field("mailUser", said.user)}
        <label>
          {said.password}
          <input
            type="password"
            autoComplete="off"
            value={password}
            onChange={(event) => {
              setFound(null);
              onPassword(event.target.value);
            }}
          />
        </label>
        {field("mailFrom", said.from, "email")}
      </div>
      <button
        type="button"
        className="plain"
        disabled={kept.mailServer.trim() === "" || found === "checking"}
        onClick={check}
      >
        {said.check}
      </button>
      <p role="status" className={found && found !== "well" && found !== "checking" ? "hint bad" : "hint"}>
        {found === "checking" && said.checking}
        {found === "well" && said.checked}
        {found && found !== "well" && found !== "checking" && said.mailProblems[found]}
      </p>
    </details>
  );
}
