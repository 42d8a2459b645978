import { type HTMLInputTypeAttribute, type ReactElement, useState } from "react";
import { useInstallerMessages } from "../../messages/installer/use-installer-messages.ts";
import type { StepProps } from "../installer.tsx";
import { checkTransport, type MailProblem, writeTransport } from "../mail.ts";

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
