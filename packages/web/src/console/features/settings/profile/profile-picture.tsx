import { useMutation } from "@tanstack/react-query";
import { type ReactElement, useRef, useState } from "react";
import { drawPortrait } from "../../../../drawings/portrait.ts";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { Button } from "../../../components/controls.tsx";
import { inlineDrawing } from "../../../elements.ts";
import { formatError, Trouble } from "../../../errors.tsx";
import { graphql, graphqlWithFile } from "../../../graphql.ts";
import { CropDialog } from "./crop-dialog.tsx";
import type { OwnProfile } from "./own-profile.ts";

interface Opened {
  readonly picture: ImageBitmap;
  readonly mediaType: string;
}

/** The owner's picture: selected, cropped in the browser and saved at once, with undo. */
export function ProfilePicture({
  profile,
  onChanged,
}: {
  profile: OwnProfile;
  onChanged: () => Promise<unknown>;
}): ReactElement {
  const all = useMessages();
  const messages = all.settings.profile;
  const chooser = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const [before, setBefore] = useState<{ readonly picture: Blob | null } | null>(null);
  const [version, setVersion] = useState(() => Date.now());
  const save = useMutation({
    mutationFn: async (picture: Blob | null) => {
      const last = profile.avatarUrl === null ? null : await readPicture();
      await (picture ? graphqlWithFile(mutation, picture) : askWithoutFile());
      return last;
    },
    onSuccess: async (last) => {
      setBefore({ picture: last });
      await onChanged();
      setVersion(Date.now());
    },
  });

  async function open(file: File | undefined): Promise<void> {
    if (!file) return;
    const picture = await createImageBitmap(file).catch(() => null);
    setUnreadable(picture === null);
    setOpened(picture && { picture, mediaType: file.type });
  }

  return (
    <section className="profile-picture" aria-label={messages.picture}>
      {profile.avatarUrl === null ? (
        inlineDrawing(drawPortrait(profile.address), "portrait", null)
      ) : (
        <img className="portrait" src={avatarAt(version)} alt={messages.picture} width="96" height="96" />
      )}
      <div>
        <div className="choices">
          <Button
            look="plain"
            disabled={save.isPending}
            onClick={() => chooser.current?.click()}
            text={messages.choosePicture}
          />
          {profile.avatarUrl !== null && (
            <Button
              look="quiet"
              disabled={save.isPending}
              onClick={() => save.mutate(null)}
              text={messages.removePicture}
            />
          )}
        </div>
        <p role="status" className="hint">
          {save.isPending && messages.savingPicture}
          {save.isSuccess && messages.pictureSaved}{" "}
          {save.isSuccess && before && (
            <Button look="quiet small" onClick={() => save.mutate(before.picture)} text={all.undo} />
          )}
          {save.isIdle && messages.pictureHint}
        </p>
        <Trouble
          text={
            (isUnreadable || save.error) &&
            (isUnreadable ? messages.unreadable : formatError(all, save.error))
          }
        />
      </div>
      <input
        ref={chooser}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp,image/gif"
        aria-label={messages.choosePicture}
        onChange={({ target }) => {
          void open(target.files?.[0]);
          target.value = "";
        }}
      />
      {opened && (
        <CropDialog
          {...opened}
          onDone={(square) => {
            setOpened(null);
            opened.picture.close();
            if (square) save.mutate(square);
          }}
        />
      )}
    </section>
  );
}

async function readPicture(): Promise<Blob> {
  const reply = await fetch("/ewp/avatar", { cache: "no-store" });
  return await reply.blob();
}

/** The picture's path with a version, since the browser caches the previous one. */
function avatarAt(version: number): string {
  return `/ewp/avatar?version=${version}`;
}

function askWithoutFile() {
  return graphql(mutation, { input: { file: null } });
}

const mutation = /* GraphQL */ `
  mutation UpdateAvatar($input: UpdateAvatarInput!) { updateAvatar(input: $input) { avatarUrl } }
`;
