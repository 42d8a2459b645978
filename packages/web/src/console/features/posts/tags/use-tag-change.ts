import { useEffect, useState } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import type { Undoable } from "../../../components/undo-note.tsx";
import { formatError } from "../../../errors.tsx";
import { guardLeaving } from "../../../kept/leave-guard.ts";
import { useAction } from "../../../queries.ts";
import { changeTag, sendTagRequest, type TagItem, type TagOutcome, type TagRequest } from "./change-tag.ts";

type Tag = Pick<TagItem, "tag" | "signed">;

/** Changes tags one after another, and says how far it came and what became of it. */
export function useTagChange() {
  const messages = useMessages();
  const { tags: texts } = messages;
  const [changed, setChanged] = useState<number | null>(null);
  const [done, setDone] = useState<Undoable | null>(null);
  const action = useAction((request: TagRequest) => {
    setChanged(0);
    return changeTag(sendTagRequest, request, setChanged);
  });
  const isBusy = changed !== null;
  useEffect(() => (isBusy ? guardLeaving(() => true) : undefined), [isBusy]);
  /** @returns the outcome; null for an error, which `error` has then */
  const run = async (request: TagRequest): Promise<TagOutcome | null> => {
    setDone(null);
    try {
      return await action.mutateAsync(request);
    } catch {
      return null;
    } finally {
      setChanged(null);
    }
  };
  const say = ({ tag, signed }: Tag, outcome: TagOutcome, text: string, undo?: () => unknown) => {
    const { changed: count, left, problem } = outcome;
    const reason = problem === null ? "" : ` ${formatError(messages, problem)}`;
    if (left > 0) setDone({ text: texts.left(tag, count, left) + reason });
    else setDone({ text: `${text} ${texts.keptSigned(tag, signed)}`.trim(), ...(undo && { undo }) });
  };
  /** @returns whether the new tag is there already, and nothing was changed */
  const rename = async (item: Tag, to: string): Promise<boolean> => {
    const { tag, signed } = item;
    const outcome = await run({ tag, to, merges: false });
    if (outcome === null || outcome.isTaken) return outcome?.isTaken ?? false;
    const name = to.trim().replace(/^#/, "");
    say(item, outcome, texts.renamed(tag, name), async () => {
      // Signed posts have it still: both become one again.
      const before = outcome.spelling ?? tag;
      const back = await run({ tag: name, to: before, merges: signed > 0 });
      if (back) say({ tag: name, signed: 0 }, back, texts.renamed(name, before));
    });
    return false;
  };
  const merge = async (item: Tag, into: string): Promise<void> => {
    const outcome = await run({ tag: item.tag, to: into, merges: true });
    if (outcome) say(item, outcome, texts.merged(item.tag, into.trim().replace(/^#/, "")));
  };
  const remove = async (item: Tag): Promise<void> => {
    const outcome = await run({ tag: item.tag, to: null, merges: false });
    if (outcome) say(item, outcome, texts.deleted(item.tag));
  };
  return { rename, merge, remove, changed, done, error: action.error };
}
