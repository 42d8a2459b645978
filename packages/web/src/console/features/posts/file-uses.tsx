import { useQueries, useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Modal } from "../../components/confirm-dialog.tsx";
import { Button } from "../../components/controls.tsx";
import { readFileUses } from "../../publications/deletions.ts";
import { Link } from "../../shell/routes.tsx";

/** Everything that refers to a file. */
export type FileUses = NonNullable<ReturnType<Awaited<ReturnType<typeof readFileUses>>["get"]>>;

/** So many files are looked up with one request. */
const atOnce = 40;

/** The uses of each file of a list, as far as they are known. */
export function useFileUses(ids: readonly string[]): ReadonlyMap<string, FileUses> {
  const parts = Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, index) =>
    ids.slice(index * atOnce, (index + 1) * atOnce),
  );
  const found = useQueries({ queries: parts.map((part) => usesOf(part)) });
  return new Map(found.flatMap(({ data }) => [...(data ?? [])]));
}

const usesOf = (ids: readonly string[]) => ({
  queryKey: ["file-uses", ...ids],
  queryFn: ({ signal }: { signal: AbortSignal }) => readFileUses(ids, signal),
});

/** In how many posts a file is used, in a few words. */
export function UsesLine({ uses }: { uses: FileUses }): ReactElement {
  const { fileUses } = useMessages();
  const { publications, isInStylesheet, templates } = uses;
  const isElsewhere = isInStylesheet || templates.length > 0;
  const where = isElsewhere ? fileUses.elsewhere : fileUses.unused;
  return <span>{publications.length > 0 ? fileUses.inPosts(publications.length) : where}</span>;
}

/** Asks before a file is deleted, and names what uses it. */
export function DeleteFileDialog({
  file: { id, state },
  name,
  onConfirm,
  onClose,
}: {
  file: { readonly id: string; readonly state: string };
  name: string;
  onConfirm: () => void;
  onClose: () => void;
}): ReactElement {
  const messages = useMessages();
  const { fileUses } = messages;
  const { data, error, isPending } = useQuery({ ...usesOf([id]), staleTime: 0, gcTime: 0 });
  const close = (value: string) => {
    if (value === "yes") onConfirm();
    onClose();
  };
  const uses = data?.get(id);
  return (
    <Modal title={fileUses.title(name)} onClose={close}>
      <div aria-live="polite" aria-busy={isPending}>
        {isPending && <p>{fileUses.searching}</p>}
        {error && <p>{fileUses.unknown}</p>}
        {uses && <UsesList uses={uses} />}
      </div>
      {state === "SIGNED" && <p>{messages.posts.copiesStay}</p>}
      <form method="dialog" className="choices">
        <Button type="submit" value="yes" disabled={isPending} text={messages.delete} />
        <Button type="submit" value="no" look="plain" text={messages.cancel} />
      </form>
    </Modal>
  );
}

function UsesList({
  uses: { publications, isAvatar, isInStylesheet, templates },
}: {
  uses: FileUses;
}): ReactElement {
  const { fileUses, signing } = useMessages();
  const isUsed = publications.length > 0 || isInStylesheet || templates.length > 0;
  return (
    <>
      {publications.length > 0 && <p className="strong">{fileUses.inPosts(publications.length)}</p>}
      {!isUsed && <p>{fileUses.nothing}</p>}
      {isUsed && (
        <ul className="file-uses">
          {publications.map(({ id, title, state, url }) => (
            <li key={id}>
              {state === "SIGNED" ? (
                <a href={url ?? undefined}>{title || signing.untitled}</a>
              ) : (
                <Link to={`/write/${id}`}>{title || signing.untitled}</Link>
              )}
              {state === "DRAFT" && ` (${fileUses.draft})`}
            </li>
          ))}
          {isInStylesheet && (
            <li>
              <Link to="/settings/site">{fileUses.stylesheet}</Link>
            </li>
          )}
          {templates.map((name) => (
            <li key={name}>{fileUses.template(name)}</li>
          ))}
        </ul>
      )}
      {isUsed && <p>{fileUses.breaks}</p>}
      {isAvatar && <p>{fileUses.avatar}</p>}
    </>
  );
}
