import { type InputHTMLAttributes, type ReactElement, useState } from "react";
import { Button } from "../console/components/controls.tsx";
import { graphql } from "../console/graphql.ts";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import type { SetupForm, StepProps } from "./setup-form.ts";

/** The stages at which a mail server can refuse. */
const stages = ["address", "connection", "greeting", "login"] as const;

/** The stage, or `failed` if the node could not try. */
export type MailProblem = (typeof stages)[number] | "failed";

/** The URL of a mail server from its parts: TLS from the start on port 465, else STARTTLS. */
export function writeTransport(
  { mailServer, mailPort, mailUser }: Pick<SetupForm, "mailServer" | "mailPort" | "mailUser">,
  password: string,
): string {
  const [user, secret] = [mailUser, password].map(encodeURIComponent);
  const login = mailUser === "" ? "" : `${user}:${secret}@`;
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
    return stages.find((problem) => error?.startsWith(`${problem}:`)) ?? "failed";
  } catch {
    return "failed";
  }
}

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
    label: string,
    value: string,
    onText: (text: string) => void,
    props: InputHTMLAttributes<HTMLInputElement> = {},
  ) => (
    <label>
      {label}
      <input
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={(event) => {
          setFound(null);
          onText(event.target.value);
        }}
        {...props}
      />
    </label>
  );
  const problem = found === "checking" || found === "well" ? null : found;
  return (
    <details className="mail-fields" open={form.mailServer !== ""}>
      <summary>{texts.mail}</summary>
      <p className="hint">{texts.mailIntro}</p>
      <div className="mail-grid">
        {field(texts.server, form.mailServer, (mailServer) => change({ mailServer }))}
        {field(texts.port, form.mailPort, (mailPort) => change({ mailPort }), { inputMode: "numeric" })}
        {field(texts.user, form.mailUser, (mailUser) => change({ mailUser }))}
        {field(texts.password, password, onPassword, { type: "password" })}
        {field(texts.from, form.mailFrom, (mailFrom) => change({ mailFrom }), { type: "email" })}
      </div>
      <Button
        look="plain"
        disabled={form.mailServer.trim() === "" || found === "checking"}
        onClick={check}
        text={texts.check}
      />
      <p role="status" className={problem ? "hint bad" : "hint"}>
        {found === "checking" && texts.checking}
        {found === "well" && texts.checked}
        {problem && texts.mailProblems[problem]}
      </p>
    </details>
  );
}
