import {
  lazy,
  type ReactElement,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { readMarkdownOpening } from "../../../markdown/text/opening.ts";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { formatDateTime } from "../../components/format.ts";
import { SidePanel } from "../../components/side-panel.tsx";
import { Trouble } from "../../errors.tsx";
import type { EditorState } from "./drafts/use-draft.ts";
import { PostPreviews } from "./post-previews.tsx";
import { Cover, Excerpt, PageSwitch, pathOf, usePresentation } from "./publish/presentation.tsx";

const HistoryDialog = lazy(() => import("./drafts/history-dialog.tsx"));

/** The fields of a post besides its text: address, tags and date, and how it looks elsewhere. */
export default function PostPanel({
  editor,
  onClose,
}: {
  editor: EditorState;
  onClose: () => void;
}): ReactElement {
  const messages = useMessages();
  const { text, status, scheduledAt, isPublished } = editor;
  const { settings } = messages.publishing;
  const tags = status.draft?.tags ?? [];
  const [showsHistory, showHistory] = useState(false);
  const panel = useEscape(onClose);
  const { title, summary } = readMarkdownOpening(text.body);
  const { shown, isLoaded, change, error } = usePresentation(editor);
  return (
    <div className="post-panel" ref={panel}>
      <SidePanel title={settings.title} onClose={onClose}>
        <Address editor={editor} />
        {isLoaded && (
          <>
            <Excerpt
              id={status.draft?.id ?? null}
              saved={shown?.excerpt ?? ""}
              opening={summary}
              onChange={(excerpt, onSaved) => change({ excerpt, onSaved })}
            />
            <Cover cover={shown?.cover ?? null} onChange={(cover) => change({ cover })} />
          </>
        )}
        <Trouble error={error} />
        <Section title={messages.write.tags}>
          <p className="hint">
            {tags.length > 0 ? tags.map((tag) => `#${tag}`).join("  ") : messages.write.noTags}
          </p>
        </Section>
        <Section title={settings.date}>
          <p className="hint">
            {scheduledAt && !isPublished
              ? messages.posts.scheduled(formatDateTime(Date.parse(scheduledAt), messages.language))
              : isPublished
                ? messages.write.published[editor.isChanged ? "changed" : "same"]
                : settings.dateHint}
          </p>
        </Section>
        <Section title={messages.history.versions}>
          <Button look="plain small" onClick={() => showHistory(true)} text={messages.history.title} />
          {showsHistory && (
            <Suspense>
              <HistoryDialog editor={editor} onClose={() => showHistory(false)} />
            </Suspense>
          )}
        </Section>
        <PageSwitch isPage={shown?.isPage ?? false} onChange={(isPage) => change({ isPage })} />
        <Section title={settings.preview}>
          <PostPreviews
            title={title}
            excerpt={shown?.excerpt || summary}
            slug={text.slug}
            cover={shown?.cover ? pathOf(shown.cover) : null}
          />
        </Section>
      </SidePanel>
    </div>
  );
}

/** Escape closes the panel, unless the focus is somewhere else. */
function useEscape(onClose: () => void): RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      const { activeElement, body } = document;
      const isHere = activeElement === body || panel.current?.contains(activeElement);
      if (key === "Escape" && isHere && !document.querySelector("dialog[open]")) latest.current();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return panel;
}

function Section({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Address({ editor }: { editor: EditorState }): ReactElement {
  const { write } = useMessages();
  const { text, status } = editor;
  const id = useId();
  return (
    <section>
      <label htmlFor="slug">{write.slug}</label>
      <div className="slug">
        <span aria-hidden="true">/slug/</span>
        <input
          id="slug"
          value={text.slug}
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={id}
          aria-invalid={status.slugTaken}
          onChange={({ target }) =>
            editor.change({ ...text, slug: target.value.trim().replace(/\s+/g, "-") })
          }
        />
      </div>
      <p id={id} className={status.slugTaken ? "hint bad" : "hint"}>
        {status.isOldSlug ? write.slugWasUsed : status.slugTaken ? write.slugTaken : write.slugHint}
      </p>
      {status.isOldSlug && (
        <Button look="plain small" onClick={() => void editor.takeSlug()} text={write.takeSlug(text.slug)} />
      )}
    </section>
  );
}
