import { graphql, type ReplyOf } from "@freehold/client";
import { addressOfContents } from "@freehold/protocol";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useMessages, useSiteMessages } from "../../../messages/console/use-messages.ts";
import { Button, CopyButton } from "../../components/controls.tsx";
import { formatError, Trouble } from "../../errors.tsx";
import { mutation } from "../../graphql.ts";
import { Restored } from "../../kept/restored.tsx";
import { useKept } from "../../kept/use-kept.ts";
import { nodeUrlQuery, writeReference } from "../../publications/referenced-files.ts";
import { useAction, useField } from "../../queries.ts";
import { type FileUses, UsesLine } from "./file-uses.tsx";

/** A file of the owner's. */
export const mediaFields = graphql(`fragment MediaFile on Publication {
  id state filename description mediaType size contentHash contentPath thumbnails { sm md lg } metadata revision
}`);
export type MediaFile = ReplyOf<typeof mediaFields>;

/** A picture or file, its description and actions. */
export function MediaItem({
  file,
  uses,
  onDelete,
}: {
  file: MediaFile;
  /** Its uses, if they are known. */
  uses: FileUses | undefined;
  onDelete: () => void;
}): ReactElement {
  const messages = useMessages();
  const site = useSiteMessages();
  const { state, filename, description, thumbnails, contentPath, size } = file;
  const name = description || filename || site.post.file;
  const { data: profile } = useField(["node-url"], nodeUrlQuery);
  const path = addressOfContents(profile?.url ?? "", file.contentHash);
  const markdown = writeReference({ isPicture: thumbnails !== null, name, path });
  return (
    <li className="media-item" data-item={file.id} tabIndex={-1}>
      <a href={contentPath} className="media-picture" aria-label={messages.media.open(name)}>
        {thumbnails ? (
          <img src={thumbnails.md} alt="" loading="lazy" decoding="async" />
        ) : (
          <span>{extensionOf(file)}</span>
        )}
      </a>
      <p className="media-name">{filename ?? site.post.file}</p>
      <p className="media-meta">
        <span>{messages.post.states[state]}</span>
        {size !== null && <span>{site.size(size)}</span>}
      </p>
      <p className="media-meta">{uses ? <UsesLine uses={uses} /> : " "}</p>
      {state === "SIGNED" ? (
        <p className="hint">{description}</p>
      ) : (
        <Caption key={file.revision} file={file} />
      )}
      <Metadata file={file} name={name} />
      <p className="media-acts">
        <CopyButton text={markdown} label={messages.media.copy} />
        <Button
          look="quiet small"
          aria-label={messages.posts.deleteOne(name)}
          onClick={onDelete}
          text={messages.delete}
        />
      </p>
    </li>
  );
}

/** Says that a picture tells a place or a camera, and removes that. */
function Metadata({ file, name }: { file: MediaFile; name: string }): ReactElement | null {
  const { pictures } = useMessages();
  const clean = useAction(removeMetadata);
  const found = file.metadata.filter((kind) => kind === "LOCATION" || kind === "CAMERA");
  if (clean.data && clean.data.removedMetadata.length > 0)
    return (
      <p role="status" className="hint">
        {pictures.removedHere(clean.data.removedMetadata)}
      </p>
    );
  if (found.length === 0) return null;
  return (
    <>
      <p className="hint">
        {pictures.says(found)} {file.state === "SIGNED" && pictures.signed}
      </p>
      {file.state !== "SIGNED" && (
        <p className="media-acts">
          <Button
            look="quiet small"
            disabled={clean.isPending}
            aria-label={pictures.cleanOne(name)}
            onClick={() => clean.mutate({ id: file.id })}
            text={pictures.clean}
          />
        </p>
      )}
      <Trouble error={clean.error} />
    </>
  );
}

const removeMetadata = mutation(
  graphql(`mutation RemovePictureMetadata($input: RemovePictureMetadataInput!) {
    removePictureMetadata(input: $input) { removedMetadata }
  }`),
);

function extensionOf({ filename, mediaType }: MediaFile): string {
  return (/\.([\p{L}\p{N}]{1,5})$/u.exec(filename ?? "")?.[1] ?? mediaType.split("/")[1] ?? "").slice(0, 8);
}

/** The description of a file; saved when the field loses focus. */
function Caption({ file }: { file: MediaFile }): ReactElement {
  const messages = useMessages();
  const client = useQueryClient();
  const kept = useKept(`caption ${file.id}`, file.description ?? "");
  const text = kept.value;
  const { mutate, error, isPending } = useMutation({
    networkMode: "always",
    mutationFn: () =>
      describeFile({ id: file.id, revision: file.revision, description: text.trim() || null }),
    onSuccess: () => {
      kept.forget();
      return client.invalidateQueries({ queryKey: ["media"] });
    },
  });
  const save = () => {
    if (text.trim() !== (file.description ?? "") && !isPending) mutate();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <input
        aria-label={messages.media.captionOf(file.filename ?? file.id)}
        placeholder={file.thumbnails ? messages.files.alt : messages.files.caption}
        value={text}
        maxLength={2_000}
        onChange={({ target }) => kept.set(target.value)}
        onBlur={save}
      />
      <Restored at={kept.restoredAt} onDiscard={kept.discard} />
      {error && (
        <p role="alert" className="hint bad">
          {formatError(messages, error)} {messages.media.captionNotLost}
        </p>
      )}
    </form>
  );
}

const describeFile = mutation(
  graphql(
    "mutation DescribeFile($input: UpdatePublicationInput!) { updatePublication(input: $input) { id } }",
  ),
);
