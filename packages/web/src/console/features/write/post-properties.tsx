import { useMutation } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { useMessages, useSiteMessages } from "../../../messages/console/use-messages.ts";
import { formatError } from "../../errors.tsx";
import { schedulePost } from "./publish-post.ts";
import type { EditorState } from "./use-draft.ts";

/** What stands beside the text: its address, its tags, and when it goes out. */
export function PostProperties({ sheet }: { sheet: EditorState }): ReactElement {
  const messages = useMessages();
  const { text, status, isPublished } = sheet;
  const tags = status.draft?.tags ?? [];
  return (
    <div className="sheet-foot">
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
              sheet.change({ ...text, slug: target.value.trim().replace(/\s+/g, "-") })
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
      {!isPublished && <Schedule sheet={sheet} />}
    </div>
  );
}

/** When a draft goes to the own site by itself. */
function Schedule({ sheet }: { sheet: EditorState }): ReactElement {
  const messages = useMessages();
  const site = useSiteMessages();
  const [at, setAt] = useState("");
  const { mutate, error, isPending } = useMutation({
    networkMode: "always",
    mutationFn: async (when: string | null) => {
      const isSaved = await sheet.save();
      const { id } = sheet.status.draft ?? {};
      if (!isSaved || id === undefined) throw new Error(messages.write.saveFirst);
      return await schedulePost(id, when, sheet.text.body);
    },
    onSuccess: ({ revision, scheduledAt }) => sheet.adopt({ revision, scheduledAt }),
  });
  return (
    <div>
      <label htmlFor="schedule">{messages.write.schedule}</label>
      {sheet.scheduledAt ? (
        <p className="choices">
          <span>{messages.posts.scheduled(site.second(Date.parse(sheet.scheduledAt)))}</span>
          <button type="button" className="quiet small" disabled={isPending} onClick={() => mutate(null)}>
            {messages.write.unschedule}
          </button>
        </p>
      ) : (
        <div className="choices">
          <input
            id="schedule"
            type="datetime-local"
            value={at}
            onChange={({ target }) => setAt(target.value)}
          />
          <button
            type="button"
            className="plain"
            disabled={at === "" || isPending || sheet.status.draft === null}
            onClick={() => mutate(new Date(at).toISOString())}
          >
            {messages.write.setSchedule}
          </button>
        </div>
      )}
      <p className={error ? "hint bad" : "hint"} role="status">
        {error ? formatError(messages, error) : messages.write.scheduleHint}
      </p>
    </div>
  );
}
