import { type HTMLInputTypeAttribute, type ReactElement, useState } from "react";
import { Button } from "../console/components/controls.tsx";
import { graphql } from "../console/graphql.ts";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import type { SetupForm, StepProps } from "./setup-form.ts";

/** The stage at which the mail server refused; `failed` if the node could not try. */
export type MailProblem = "address" | "connection" | "greeting" | "login" | "failed";

type MailFields = Pick<SetupForm, "mailServer" | "mailPort" | "mailUser">;

/** The URL of a mail server from its parts: TLS from the start on port 465, else STARTTLS. */
export function writeTransport({ mailServer, mailPort, mailUser }: MailFields, password: string): string {
  const [user, word] = [mailUser, password].map(encodeURIComponent);
  const login = mailUser === "" ? "" : `${user}:${word}@`;
  const port = mailPort.trim();
  return `${port === "465" ? "smtps" : "smtp"}://${login}${mailServer.trim()}${port && `:${port}`}`;
}

/** Has the node test a mail server (POST /api/smtp_check). @returns null if it accepts mail */
async function checkTransport(mailTransport: string): Promise<MailProblem | null> {
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

/** Saves the mail server in the node's settings; needs a session. @throws ApiError */
export async function saveMail(mailTransport: string, mailFrom: string): Promise<void> {
  await graphql(mutation, { input: { mailTransport, ...(mailFrom && { mailFrom }) } });
}

const mutation = /* GraphQL */ `
  mutation SaveMail($input: UpdateSettingsInput!) { updateSettings(input: $input) { mailTransportIsSet } }
`;

/** The optional mail server. Its password stays in memory only. */
export function MailFields({
  change,
  form,
  onPassword,
  password,
}: Pick<StepProps, "change" | "form"> & {
  password: string;
  onPassword: (password: string) => void;
}): ReactElement {
  const { profile: texts } = useInstallerMessages();
  const [found, setFound] = useState<MailProblem | "checking" | "well" | null>(null);
  const check = async () => {
    setFound("checking");
    setFound((await checkTransport(writeTransport(form, password))) ?? "well");
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
        value={form[name]}
        onChange={(event) => {
          setFound(null);
          change({ [name]: event.target.value });
        }}
      />
    </label>
  );
  return (
    <details className="mail-fields" open={form.mailServer !== ""}>
      <summary>{texts.mail}</summary>
      <p className="hint">{texts.mailWords}</p>
      <div className="mail-grid">
        {field("mailServer", texts.server)}
        {field("mailPort", texts.port)}
        {field("mailUser", texts.user)}
        <label>
          {texts.password}
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
        {field("mailFrom", texts.from, "email")}
      </div>
      <Button
        look="plain"
        disabled={form.mailServer.trim() === "" || found === "checking"}
        onClick={check}
        text={texts.check}
      />
      <p role="status" className={found && found !== "well" && found !== "checking" ? "hint bad" : "hint"}>
        {found === "checking" && texts.checking}
        {found === "well" && texts.checked}
        {found && found !== "well" && found !== "checking" && texts.mailProblems[found]}
      </p>
    </details>
  );
}
