import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, useRef, useState } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { Button } from "../../../components/controls.tsx";
import { LoadState } from "../../../errors.tsx";
import { Restored } from "../../../kept/restored.tsx";
import { useKept } from "../../../kept/use-kept.ts";
import { useData } from "../../../queries.ts";
import { TextArea, TextField } from "../form.tsx";
import { type OwnProfile, type ProfileProps, type ProfileText, profileQuery } from "./own-profile.ts";
import { ProfileLinks } from "./profile-links.tsx";
import { ProfilePicture } from "./profile-picture.tsx";
import { SignProfile } from "./sign-profile.tsx";
import "./profile.css";

/** The owner's public profile. */
export default function ProfileSettings(): ReactElement {
  const client = useQueryClient();
  const query = useData(["own-profile"], profileQuery);
  const { data, refetch } = query;
  const changed = ["session", "checklist"].map((name) => [name]);
  const again = () =>
    Promise.all([refetch(), ...changed.map((queryKey) => client.invalidateQueries({ queryKey }))]);
  return (
    <>
      <LoadState of={query} />
      {data && (
        <>
          <ProfilePicture profile={data.profile} onChanged={again} />
          <ProfileForm {...data} onChanged={again} />
          <ProfileLinks />
        </>
      )}
    </>
  );
}

/** The profile form: name and description are signed and sent to every connected node. */
function ProfileForm({
  profile,
  recipients,
  onChanged,
}: ProfileProps & { recipients: number }): ReactElement {
  const { settings } = useMessages();
  const messages = settings.profile;
  const saved = textOf(profile);
  const kept = useKept("profile", saved);
  const text = kept.value;
  const latest = useRef(text);
  latest.current = text;
  const [signing, setSigning] = useState<ProfileText | null>(null);
  const isChanged = !isSame(text, saved);
  const begin = (event: FormEvent) => {
    event.preventDefault();
    setSigning(trimmed(text));
  };
  return (
    <form className="form" onSubmit={begin}>
      <TextField
        label={messages.title}
        required
        maxLength={255}
        value={text.title}
        autoComplete="off"
        onChange={({ target }) => kept.set({ ...text, title: target.value })}
      />
      <TextArea
        label={messages.description}
        hint={messages.descriptionHint}
        rows={3}
        maxLength={2_000}
        value={text.description}
        onChange={({ target }) => kept.set({ ...text, description: target.value })}
      />
      <Restored at={kept.restoredAt} />
      <p>{messages.notifies(recipients)}</p>
      <div className="choices">
        {(isChanged || recipients > 0) && (
          <Button
            type="submit"
            look={isChanged ? undefined : "plain"}
            text={isChanged ? messages.sign : messages.sendAgain}
          />
        )}
        {isChanged && <Button look="plain" onClick={kept.discard} text={settings.discard} />}
      </div>
      {signing && (
        <SignProfile
          text={signing}
          recipients={recipients}
          onClose={async (isSaved) => {
            // At once: the owner may sign the next change while this one is read back.
            setSigning(null);
            if (!isSaved) return;
            // Words that are typed meanwhile stay.
            if (isSame(trimmed(latest.current), signing)) kept.set(signing);
            await onChanged();
          }}
        />
      )}
    </form>
  );
}

function trimmed(text: ProfileText): ProfileText {
  return { ...text, title: text.title.trim(), description: text.description.trim() };
}

function isSame(one: ProfileText, other: ProfileText): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function textOf({ title, url, description }: OwnProfile): ProfileText {
  return { title, url, description: description ?? "" };
}
