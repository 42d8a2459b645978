import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useRef, useState } from "react";
import { ask } from "../../ask.ts";
import type { Page } from "../../publications/publication.ts";
import { UndoBar } from "../../publications/undo-bar.tsx";
import { useDeletions } from "../../publications/use-deletions.ts";
import { MoreButton } from "../../shell/more-button.tsx";
import { usePages } from "../../shell/use-pages.ts";
import { Trouble } from "../../trouble.tsx";
import { useWords } from "../../words/use-words.ts";
import { type MediaFile, MediaItem } from "./media-item.tsx";
import { Uploads, useUploads } from "./uploads.tsx";

/** The owner's pictures and files, in every state. */
export default function Media(): ReactElement {
  const words = useWords();
  const client = useQueryClient();
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const uploads = useUploads(() => client.invalidateQueries({ queryKey: ["media"] }));
  const list = useMedia();
  const deletions = useDeletions();
  const gone = new Set(deletions.pending().map(({ id }) => id));
  const files = (list.data ?? []).filter(({ id }) => !gone.has(id));
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
      <header className="place-head">
        <h1>{words.places.media}</h1>
        <button type="button" onClick={() => chooser.current?.click()}>
          {words.media.add}
        </button>
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          aria-label={words.media.add}
          onChange={({ target }) => {
            uploads.add([...(target.files ?? [])]);
            target.value = "";
          }}
        />
      </header>
      <Uploads uploads={uploads} />
      <Trouble error={list.error} onRetry={() => void list.refetch()} />
      {list.isPending && <p className="stills" aria-busy="true" />}
      {list.data && files.length === 0 && <p className="empty">{words.media.empty}</p>}
      <ul className="media-grid">
        {files.map((file) => (
          <MediaItem
            key={file.id}
            file={file}
            onDelete={() => deletions.begin({ id: file.id, title: file.filename ?? file.description ?? "" })}
          />
        ))}
      </ul>
      <MoreButton list={list} />
      <UndoBar />
    </div>
  );
}

function useMedia() {
  return usePages(
    ["media"],
    async (after, signal) => (await ask<{ media: Page<MediaFile> }>(query, { after }, signal)).media,
  );
}

const query = /* GraphQL */ `
  query Media($after: String) {
    media(first: 40, after: $after) {
      nodes {
        id
        state
        filename
        description
        mediaType
        size
        contentHash
        contentPath
        thumbnails {
          sm
          md
          lg
        }
        revision
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;
