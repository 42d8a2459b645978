import type { FormEvent, ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { LoadState } from "../../errors.tsx";
import { Restored } from "../../kept/restored.tsx";
import { useKept } from "../../kept/use-kept.ts";
import { useSettings } from "../../settings.tsx";
import { SaveBar, TextField } from "./form.tsx";

/** The owner's project at WalletConnect's relay, over which a wallet on a phone signs. */
export function WalletConnectSettings(): ReactElement {
  const { query, settings } = useSettings();
  return (
    <>
      <LoadState of={query} />
      {settings && <ProjectForm saved={settings.walletConnectProjectId} />}
    </>
  );
}

function ProjectForm({ saved }: { saved: string }): ReactElement {
  const messages = useMessages().settings.access.phone;
  const { change } = useSettings();
  const kept = useKept("wallet-connect", saved);
  const projectId = kept.value;
  const save = (event: FormEvent) => {
    event.preventDefault();
    // The page's policy names the relay from its next load on.
    change.mutate(
      { walletConnectProjectId: projectId.trim() },
      {
        onSuccess() {
          kept.forget();
          location.reload();
        },
      },
    );
  };
  return (
    <form onSubmit={save}>
      <h2>{messages.title}</h2>
      <TextField
        label={messages.projectId}
        hint={messages.hint}
        value={projectId}
        maxLength={128}
        pattern="\s*[A-Za-z0-9_\-]*\s*"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => kept.set(target.value)}
      />
      <Restored at={kept.restoredAt} />
      <SaveBar
        change={change}
        isChanged={projectId.trim() !== saved}
        save={messages.save}
        onDiscard={kept.discard}
      />
    </form>
  );
}
