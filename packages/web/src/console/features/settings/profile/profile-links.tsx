import type { FormEvent, ReactElement } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { profileLinkLimits } from "../../../../site/profile-links.ts";
import { Restored } from "../../../kept/restored.tsx";
import { useKept } from "../../../kept/use-kept.ts";
import { useSettings } from "../../../settings.tsx";
import { SaveBar, TextArea } from "../form.tsx";

/** The owner's pages elsewhere, which the site shows. They are no part of the signed profile. */
export function ProfileLinks(): ReactElement | null {
  const { settings } = useSettings();
  return settings ? <LinksForm saved={settings.profileLinks} /> : null;
}

function LinksForm({ saved }: { saved: string }): ReactElement {
  const messages = useMessages().settings.profile;
  const { change } = useSettings();
  const kept = useKept("profile-links", saved);
  const write = (text: string) => {
    change.reset();
    kept.set(text);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ profileLinks: kept.value });
  };
  return (
    <form className="form profile-links" onSubmit={save}>
      <TextArea
        label={messages.links}
        hint={messages.linksHint(profileLinkLimits.profileLinks)}
        rows={3}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        inputMode="url"
        placeholder={"@ada@social.example\nhttps://code.example/ada"}
        value={kept.value}
        onChange={({ target }) => write(target.value)}
      />
      <Restored at={kept.restoredAt} />
      <SaveBar
        change={change}
        isChanged={kept.value !== saved}
        save={messages.saveLinks}
        onDiscard={() => write(saved)}
      />
    </form>
  );
}
