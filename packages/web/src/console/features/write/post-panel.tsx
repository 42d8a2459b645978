import { type ReactElement, type ReactNode, useId } from "react";
import { readMarkdownOpening } from "../../../markdown/opening.ts";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { formatDateTime } from "../../components/format.ts";
import { SidePanel } from "../../components/side-panel.tsx";
import { SearchPreview } from "./post-previews.tsx";
import type { EditorState } from "./use-draft.ts";

/** What a post needs besides its text: address, tags and date, and how it looks elsewhere. */
export function PostPanel({ editor, onClose }: { editor: EditorState; onClose: () => void }): ReactElement {
  const messages = useMessages();
  const { text, status, scheduledAt, isPublished } = editor;
  const { settings } = messages.publishing;
  const tags = status.draft?.tags ?? [];
  const { title, summary } = readMarkdownOpening(text.body);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel from each of its fields.
    <div className="post-panel" onKeyDown={({ key }) => key === "Escape" && onClose()}>
      <SidePanel title={settings.title} onClose={onClose}>
        <Address editor={editor} />
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
                ? messages.write.published.same
                : settings.dateHint}
          </p>
        </Section>
        <Section title={settings.preview}>
          <SearchPreview title={title} excerpt={summary} slug={text.slug} />
        </Section>
      </SidePanel>
    </div>
  );
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
        {status.slugTaken ? write.slugTaken : write.slugHint}
      </p>
    </section>
  );
}
