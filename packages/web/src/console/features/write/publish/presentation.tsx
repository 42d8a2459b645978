import { graphql, type ReplyOf } from "@freehold/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useEffect, useId, useRef, useState } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { Button, Checkbox, FileButton } from "../../../components/controls.tsx";
import { LoadState, Trouble } from "../../../errors.tsx";
import { mutation, type Page } from "../../../graphql.ts";
import { useKept } from "../../../kept/use-kept.ts";
import { useField } from "../../../queries.ts";
import { uploadFile } from "../../../upload-file.ts";
import type { EditorState } from "../drafts/use-draft.ts";

const pictureFields = graphql(
  "fragment Picture on Publication { id description filename contentPath thumbnails { sm md lg } }",
);
type Picture = ReplyOf<typeof pictureFields>;

/** How the site shows a post beside its text: without an excerpt, by the opening of the text. Nothing of it is signed. */
const presentationFields = graphql(
  "fragment Presentation on Publication { excerpt isPage cover { ...Picture } }",
  [pictureFields],
);

/** How the site shows a post, and a function that changes it; a new post is saved before. */
export function usePresentation(editor: EditorState) {
  const client = useQueryClient();
  const id = editor.status.draft?.id ?? null;
  // A new post has nothing to load, and typed text and open panels must stay when it is first saved.
  const [isNew] = useState(id === null);
  const { data } = useField(["presentation", id], query, { id: id ?? "" }, { enabled: id !== null });
  const { mutate, error } = useMutation({
    networkMode: "always",
    mutationFn: async ({
      onSaved,
      ...change
    }: {
      excerpt?: string | null;
      cover?: string | null;
      isPage?: boolean;
      onSaved?: () => void;
    }) => {
      const saved = await editor.requireSaved();
      const changed = await present({ id: saved.id, ...change });
      client.setQueryData(["presentation", saved.id], changed);
      onSaved?.();
    },
  });
  return { shown: data ?? null, isLoaded: isNew || data !== undefined, change: mutate, error };
}

const excerptLength = 500;

/** The owner's summary; if it is empty, the opening of the text is used. It is kept in this browser until the node has it. */
export function Excerpt({
  id: post,
  saved,
  opening,
  onChange,
}: {
  /** The post; null before it is first saved. */
  id: string | null;
  saved: string;
  opening: string;
  onChange: (excerpt: string | null, onSaved: () => void) => void;
}): ReactElement {
  const { settings } = useMessages().publishing;
  const id = useId();
  const { value: text, set, forget } = useKept<string>(`excerpt ${post ?? ""}`, saved);
  const sent = useRef(saved);
  const latest = useRef({ text, send() {} });
  latest.current = { text, send: () => onChange(text.trim() || null, forget) };
  useEffect(() => {
    if (text === sent.current) return;
    const save = () => {
      sent.current = text;
      latest.current.send();
    };
    const timer = setTimeout(save, 600);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(
    () => () => {
      if (latest.current.text !== sent.current) latest.current.send();
    },
    [],
  );
  return (
    <section>
      <label htmlFor={id}>{settings.excerpt}</label>
      <textarea
        id={id}
        rows={4}
        maxLength={excerptLength}
        placeholder={opening}
        value={text}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => set(target.value)}
      />
      <p id={`${id}-hint`} className="hint">
        {settings.excerptHint(excerptLength - text.length)}
      </p>
    </section>
  );
}

/** The picture above the text: one of the owner's, or a new one. */
export function Cover({
  cover,
  onChange,
}: {
  cover: Picture | null;
  onChange: (id: string | null) => void;
}): ReactElement {
  const { pictures, publishing } = useMessages();
  const { settings } = publishing;
  const [isChoosing, choose] = useState(false);
  const chooser = useRef<HTMLButtonElement>(null);
  const upload = useMutation({
    networkMode: "always",
    mutationFn: async (file: File) => {
      const { id, removedMetadata } = await uploadFile(file, { description: "", onProgress() {} });
      onChange(id);
      return removedMetadata.length > 0 ? pictures.removed(file.name, removedMetadata) : null;
    },
  });
  return (
    <section>
      <h3>{settings.cover}</h3>
      {cover && <img className="cover" src={pathOf(cover)} alt={cover.description ?? ""} />}
      <div className="choices">
        <Button
          ref={chooser}
          look="plain small"
          aria-expanded={isChoosing}
          onClick={() => choose(!isChoosing)}
          text={settings.choose}
        />
        <FileButton
          look="plain small"
          accept="image/*"
          disabled={upload.isPending}
          onFiles={([file]) => file && upload.mutate(file)}
          text={settings.upload}
        />
        {cover && <Button look="quiet small" onClick={() => onChange(null)} text={settings.noCover} />}
      </div>
      <Trouble error={upload.error} />
      <p role="status" className="hint">
        {upload.data}
      </p>
      {isChoosing && (
        <PictureChoice
          onChoose={(id) => {
            choose(false);
            chooser.current?.focus();
            onChange(id);
          }}
        />
      )}
    </section>
  );
}

/** How often a list without pictures is read again while it is open, in milliseconds. */
const awaitedMs = 2_000;

const withThumbnails = (page: Page<Picture> | undefined) =>
  (page?.nodes ?? []).filter(({ thumbnails }) => thumbnails !== null);

function PictureChoice({ onChoose }: { onChoose: (id: string) => void }): ReactElement {
  const { settings } = useMessages().publishing;
  // A picture that was just added is there within seconds.
  const found = useField(
    ["cover-choice"],
    picturesQuery,
    {},
    { refetchInterval: ({ state }) => (withThumbnails(state.data).length > 0 ? false : awaitedMs) },
  );
  const pictures = withThumbnails(found.data);
  return (
    <>
      <LoadState
        of={found}
        empty={found.data && pictures.length === 0 && !found.data.pageInfo.hasNextPage && settings.noPictures}
      />
      <ul className="cover-choice">
        {pictures.map((picture) => (
          <li key={picture.id}>
            <button type="button" className="picture" onClick={() => onChoose(picture.id)}>
              <img
                src={pathOf(picture)}
                alt={picture.description || picture.filename || picture.id}
                loading="lazy"
              />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The path of a picture at a size for the panel. */
export const pathOf = ({ thumbnails, contentPath }: Picture): string => thumbnails?.md ?? contentPath;

/** Whether the post is a page of the site, such as About. */
export function PageSwitch({
  isPage,
  onChange,
}: {
  isPage: boolean;
  onChange: (isPage: boolean) => void;
}): ReactElement {
  const { settings } = useMessages().publishing;
  return (
    <section>
      <Checkbox look="switch" label={settings.isPage} checked={isPage} onChange={onChange} />
      <p className="hint">{settings.isPageHint}</p>
    </section>
  );
}

const query = graphql("query Presentation($id: ID!) { publication(id: $id) { ...Presentation } }", [
  presentationFields,
]);
const picturesQuery = graphql(
  `query CoverChoice {
    media(first: 40) {
      nodes { ...Picture }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  [pictureFields],
);
const present = mutation(
  graphql(
    "mutation Present($input: PresentPublicationInput!) { presentPublication(input: $input) { ...Presentation } }",
    [presentationFields],
  ),
);
