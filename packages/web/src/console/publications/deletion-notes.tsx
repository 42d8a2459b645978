import type { ReactElement } from "react";
import type { ConsoleMessages } from "../../messages/console/en.ts";
import { useMessages } from "../../messages/console/use-messages.ts";
import { type Undoable, UndoNotes } from "../components/undo-note.tsx";
import { formatError } from "../errors.tsx";
import { focusItem } from "../shell/keyboard.ts";
import { askToSignIn, isSignedOut } from "../signing/fresh-session.ts";
import { type Deletion, type Deletions, useDeletions } from "./deletions.ts";

/** The results of the last deletions, with buttons to undo them or to try again. */
export function DeletionNotes(): ReactElement {
  const messages = useMessages();
  const deletions = useDeletions();
  return <UndoNotes done={deletions.all().map((one) => describe(one, deletions, messages))} />;
}

function describe(deletion: Deletion, deletions: Deletions, messages: ConsoleMessages): Undoable {
  const { key, items, phase, files, areFilesGone, error } = deletion;
  const note = { id: String(key), text: textOf(deletion, messages) };
  const again = (act: () => unknown, of: unknown) =>
    isSignedOut(of)
      ? { text: messages.signInAgain, act: async () => (await askToSignIn()) && act() }
      : { text: messages.again, act };
  const undo = async () => {
    const [first] = items;
    // Its row is drawn again with the next frame.
    if ((await deletions.takeBack(key)) && first) requestAnimationFrame(() => focusItem(first.id));
  };
  const close = () => deletions.close(key);
  if (phase === "kept") return { ...note, more: again(() => deletions.retry(key), error), close };
  if (phase === "back") return { ...note, close };
  if (phase !== "deleted") return note;
  if (deletion.problem?.step === "restore")
    return { ...note, more: again(undo, deletion.problem.error), close };
  const take = { text: messages.posts.deleteFiles(files.length), act: () => deletions.takeFiles(key) };
  return { ...note, ...(files.length > 0 && !areFilesGone && { more: take }), undo };
}

function textOf(
  { items, phase, files, areFilesGone, problem, error }: Deletion,
  messages: ConsoleMessages,
): string {
  const { trash, posts, signing } = messages;
  const many = items.length > 1;
  const title = items[0]?.title || signing.untitled;
  if (phase === "kept") {
    const reason = formatError(messages, error);
    return many ? trash.notDeletedPosts(items.length, reason) : trash.notDeleted(title, reason);
  }
  if (phase === "deleting") return many ? trash.deletingPosts(items.length) : trash.deleting(title);
  if (phase === "back") return trash.otherAddress(title);
  const reason = problem && formatError(messages, problem.error);
  if (reason !== null && problem?.step === "restore")
    return many ? trash.notRestoredPosts(reason) : trash.notRestored(title, reason);
  const about = [
    many ? trash.deletedPosts(items.length) : trash.deleted(title),
    files.length > 0 && (areFilesGone ? posts.filesGo : posts.filesStay(files.length)),
    reason !== null && trash.filesNotDeleted(reason),
  ];
  return about.filter(Boolean).join(" ");
}
