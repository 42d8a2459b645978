import { useMutation } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { useMessages, useSiteMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { formatError } from "../../errors.tsx";
import { schedulePost } from "./publish-post.ts";
import type { EditorState } from "./use-draft.ts";

/** The address of a post, its tags, and when it is published. */
export function PostProperties({ editor }: { editor: EditorState }): ReactElement {
  const messages = useMessages();
  const { text, status, isPublished } = editor;
  const tags = status.draft?.tags ?? [];
  return (
    <div className="editor-properties">
      <div>
        <label htmlFor="slug">{messages.write.slug}</label>
        <div className="slug">
          <span aria-hidden="true">/slug/</span>
          <input
            id="slug"
            value={text.slug}
            maxLength={255}
            autoComplete="off"
            spellCheck={false}
            aria-describedby="slug-hint"
            aria-invalid={status.slugTaken}
            onChange={({ target }) =>
              editor.change({ ...text, slug: target.value.trim().replace(/\s+/g, "-") })
            }
          />
        </div>
        <p id="slug-hint" className={status.slugTaken ? "hint bad" : "hint"}>
          {status.slugTaken ? messages.write.slugTaken : messages.write.slugHint}
        </p>
      </div>
      <div>
        <p className="label">{messages.write.tags}</p>
        <p className="hint">
          {tags.length > 0 ? tags.map((tag) => `#${tag}`).join("  ") : messages.write.noTags}
        </p>
      </div>
      {!isPublished && <Schedule editor={editor} />}
    </div>
  );
}

function Schedule({ editor }: { editor: EditorState }): ReactElement {
  const messages = useMessages();
  const site = useSiteMessages();
  const [at, setAt] = useState("");
  const { mutate, error, isPending } = useMutation({
    networkMode: "always",
    mutationFn: async (when: string | null) => {
      const isSaved = await editor.save();
      const { id } = editor.status.draft ?? {};
      if (!isSaved || id === undefined) throw new Error(messages.write.saveFirst);
      return await schedulePost(id, when, editor.text.body);
    },
    onSuccess: editor.adopt,
  });
  return (
    <div>
      <label htmlFor="schedule">{messages.write.schedule}</label>
      {editor.scheduledAt ? (
        <p className="choices">
          <span>{messages.posts.scheduled(site.second(Date.parse(editor.scheduledAt)))}</span>
          <Button
            look="quiet small"
            disabled={isPending}
            onClick={() => mutate(null)}
            text={messages.write.unschedule}
          />
        </p>
      ) : (
        <div className="choices">
          <input
            id="schedule"
            type="datetime-local"
            value={at}
            onChange={({ target }) => setAt(target.value)}
          />
          <Button
            look="plain"
            disabled={at === "" || isPending || editor.status.draft === null}
            onClick={() => mutate(new Date(at).toISOString())}
            text={messages.write.setSchedule}
          />
        </div>
      )}
      <p className={error ? "hint bad" : "hint"} role="status">
        {error ? formatError(messages, error) : messages.write.scheduleHint}
      </p>
    </div>
  );
}
