import { graphql } from "@freehold/client";
import { useMutation } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { drawPortrait } from "../../../../drawings/portrait.ts";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { Button, FileButton } from "../../../components/controls.tsx";
import { inlineDrawing } from "../../../elements.ts";
import { Trouble } from "../../../errors.tsx";
import { mutation } from "../../../graphql.ts";
import { askWithFile } from "../../../upload-file.ts";
import { CropDialog } from "./crop-dialog.tsx";
import type { ProfileProps } from "./own-profile.ts";

/** The owner's picture: selected, cropped in the browser and saved at once, with undo. */
export function ProfilePicture({ profile, onChanged }: ProfileProps): ReactElement {
  const all = useMessages();
  const messages = all.settings.profile;
  const [opened, setOpened] = useState<{ picture: ImageBitmap; mediaType: string } | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const [before, setBefore] = useState<{ readonly picture: Blob | null } | null>(null);
  const [version, setVersion] = useState(() => Date.now());
  // The browser caches the previous picture.
  const path = `/ewp/avatar?version=${version}`;
  const save = useMutation({
    mutationFn: async (picture: Blob | null) => {
      const last = profile.avatarUrl === null ? null : await readPicture();
      const saved = await (picture ? askWithFile(avatarMutation, picture) : null);
      if (saved === null) await removeAvatar({ file: null });
      return { last, removed: saved?.updateAvatar.removedMetadata ?? [] };
    },
    onSuccess: async ({ last }) => {
      setBefore({ picture: last });
      await onChanged();
      setVersion(Date.now());
    },
  });

  async function open(file: File): Promise<void> {
    const picture = await createImageBitmap(file).catch(() => null);
    setUnreadable(picture === null);
    setOpened(picture && { picture, mediaType: file.type });
  }

  return (
    <section className="profile-picture" aria-label={messages.picture}>
      {profile.avatarUrl === null ? (
        inlineDrawing(drawPortrait(profile.address), "portrait", null)
      ) : (
        <img className="portrait" src={path} alt={messages.picture} width="96" height="96" />
      )}
      <div>
        <div className="choices">
          <FileButton
            look="plain"
            accept="image/jpeg,image/png,image/webp,image/gif"
            disabled={save.isPending}
            onFiles={([file]) => file && open(file)}
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
          {save.isPending && save.variables && messages.savingPicture}
          {save.isSuccess && (save.variables ? messages.pictureSaved : messages.pictureRemoved)}{" "}
          {save.data && save.data.removed.length > 0 && all.pictures.removedHere(save.data.removed)}{" "}
          {save.isSuccess && before && (
            <Button look="quiet small" onClick={() => save.mutate(before.picture)} text={all.undo} />
          )}
          {save.isIdle && messages.pictureHint}
        </p>
        <Trouble text={isUnreadable && messages.unreadable} error={save.error} />
      </div>
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
  return await (await fetch("/ewp/avatar", { cache: "no-store" })).blob();
}

const avatarMutation = graphql(
  "mutation UpdateAvatar($input: UpdateAvatarInput!) { updateAvatar(input: $input) { avatarUrl removedMetadata } }",
);
const removeAvatar = mutation(avatarMutation);
