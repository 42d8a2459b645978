import { graphql } from "@freehold/client";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import type { MetadataKind } from "../../../messages/console/pictures-en.ts";
import { useMessages, useSiteMessages } from "../../../messages/console/use-messages.ts";
import { Button, Checkbox, FileButton } from "../../components/controls.tsx";
import { PagedList, usePagedList } from "../../components/paged-list.tsx";
import { Trouble } from "../../errors.tsx";
import { DeletionNotes } from "../../publications/deletion-notes.tsx";
import { useDeletions } from "../../publications/deletions.ts";
import { uploadFile } from "../../upload-file.ts";
import { DeleteFileDialog, useFileUses } from "./file-uses.tsx";
import { type MediaFile, MediaItem, mediaFields } from "./media-item.tsx";
import "../../styles/media.css";

/** The owner's pictures and files, in every state. */
export default function Media(): ReactElement {
  const messages = useMessages();
  const site = useSiteMessages();
  const client = useQueryClient();
  const [isOver, setOver] = useState(false);
  const [keepMetadata, setKeep] = useState(false);
  const uploads = useUploads({ keepMetadata }, () => client.invalidateQueries({ queryKey: ["media"] }));
  const list = usePagedList(["media"], query, {});
  const deletions = useDeletions();
  const [toDelete, setToDelete] = useState<MediaFile | null>(null);
  const uses = useFileUses(list.items.map(({ id }) => id));
  const titleOf = ({ filename, description }: MediaFile) => filename ?? description ?? "";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files may be dropped anywhere; the button does the same.
    <div
      className={isOver ? "media is-over" : "media"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        uploads.add([...event.dataTransfer.files]);
      }}
    >
      <header className="view-head">
        <h2 className="unseen">{messages.views.media}</h2>
        <FileButton look="plain" multiple onFiles={uploads.add} text={messages.media.add} />
      </header>
      <Checkbox label={messages.pictures.keep} checked={keepMetadata} onChange={setKeep} />
      <Uploads uploads={uploads} />
      <PagedList
        list={list}
        items={list.items.filter(deletions.isShown)}
        empty={messages.media.empty}
        look="media-grid"
      >
        {(file) => (
          <MediaItem key={file.id} file={file} uses={uses.get(file.id)} onDelete={() => setToDelete(file)} />
        )}
      </PagedList>
      {toDelete && (
        <DeleteFileDialog
          file={toDelete}
          name={titleOf(toDelete) || site.post.file}
          onConfirm={() => void deletions.begin([{ id: toDelete.id, title: titleOf(toDelete) }])}
          onClose={() => setToDelete(null)}
        />
      )}
      <DeletionNotes />
    </div>
  );
}

const query = graphql(
  `query Media($after: String) {
    media(first: 40, after: $after) {
      nodes { ...MediaFile }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  [mediaFields],
);

interface ListedUpload {
  readonly file: File;
  readonly share: number;
  readonly problem: unknown;
  /** The metadata that was removed from a picture which is here now. */
  readonly removed: readonly MetadataKind[];
}

/**
 * Uploads files one after another. A failed one stays in the list and can be retried; one from which something was removed
 * says so until it is dismissed.
 */
function useUploads({ keepMetadata }: { keepMetadata: boolean }, onDone: () => unknown) {
  const [list, setList] = useState<readonly ListedUpload[]>([]);
  const change = (file: File, next: Partial<(typeof list)[number]> | null) =>
    setList((now) => now.flatMap((one) => (one.file !== file ? [one] : next ? [{ ...one, ...next }] : [])));
  const upload = async (file: File) => {
    change(file, { share: 0, problem: null });
    try {
      const onProgress = (share: number) => change(file, { share });
      const { removedMetadata } = await uploadFile(file, { description: "", keepMetadata, onProgress });
      change(file, removedMetadata.length > 0 ? { removed: removedMetadata } : null);
      await onDone();
    } catch (problem) {
      change(file, { problem });
    }
  };
  return {
    list,
    async add(files: readonly File[]) {
      setList((now) => [...now, ...files.map((file) => ({ file, share: 0, problem: null, removed: [] }))]);
      for (const file of files) await upload(file);
    },
    again: upload,
    drop: (file: File) => change(file, null),
  };
}

function Uploads({ uploads }: { uploads: ReturnType<typeof useUploads> }): ReactElement {
  const messages = useMessages();
  return (
    <ul className="uploads">
      {uploads.list.map(({ file, share, problem, removed }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name.
        <li key={`${file.name}-${index}`}>
          {removed.length === 0 && <span>{file.name}</span>}
          {removed.length > 0 ? (
            <>
              <span role="status">{messages.pictures.removed(file.name, removed)}</span>
              <Button look="quiet" onClick={() => uploads.drop(file)} text={messages.pictures.ok} />
            </>
          ) : problem ? (
            <>
              <Trouble error={problem} />
              <Button look="plain" onClick={() => uploads.again(file)} text={messages.again} />
              <Button look="quiet" onClick={() => uploads.drop(file)} text={messages.cancel} />
            </>
          ) : (
            <progress value={share} aria-label={messages.files.progress(file.name)} />
          )}
        </li>
      ))}
    </ul>
  );
}
