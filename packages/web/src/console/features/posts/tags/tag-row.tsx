import type { FormEvent, ReactElement } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { Button } from "../../../components/controls.tsx";
import { RowMenu } from "../../../components/row-menu.tsx";
import { findKept } from "../../../kept/kept-values.ts";
import { Restored } from "../../../kept/restored.tsx";
import { useKept } from "../../../kept/use-kept.ts";
import { Link } from "../../../shell/routes.tsx";
import type { TagItem } from "./change-tag.ts";

/** A tag with the numbers of its posts and its actions; or the field for its new name. */
export function TagRow({
  item,
  isBusy,
  isRenamed,
  onBegin,
  onCancel,
  onRename,
  onMerge,
  onDelete,
}: {
  item: TagItem;
  /** Whether the texts of a tag are changed now. */
  isBusy: boolean;
  isRenamed: boolean;
  onBegin: () => void;
  onCancel: () => void;
  onRename: (to: string) => void;
  onMerge: () => void;
  onDelete: () => void;
}): ReactElement {
  const { tags: texts } = useMessages();
  const { tag, drafts, local, signed } = item;
  const posts = local + signed;
  const isFixed = drafts + local === 0;
  const path = `/posts?search=${encodeURIComponent(`#${tag}`)}`;
  return (
    <li className="row" data-item={tag} tabIndex={-1}>
      {isRenamed ? (
        <NewName tag={tag} onRename={onRename} onCancel={onCancel} />
      ) : (
        <>
          <div className="row-text">
            <Link className="row-name" to={path}>
              #{tag}
            </Link>
            <small>
              {posts > 0 && <span>{texts.posts(posts)}</span>}
              {signed > 0 && !isFixed && <span>{texts.ofThemSigned(signed)}</span>}
              {drafts > 0 && <span>{texts.drafts(drafts)}</span>}
              {isFixed && <span>{texts.isFixed}</span>}
            </small>
          </div>
          <RowMenu label={texts.actions(tag)}>
            <Link to={path}>{texts.show}</Link>
            {posts > 0 && <a href={`/tags/${encodeURIComponent(tag)}`}>{texts.page}</a>}
            {!isFixed && <Button disabled={isBusy} onClick={onBegin} text={texts.rename} />}
            {!isFixed && <Button disabled={isBusy} onClick={onMerge} text={texts.merge} />}
            {!isFixed && <Button className="bad" disabled={isBusy} onClick={onDelete} text={texts.delete} />}
          </RowMenu>
        </>
      )}
    </li>
  );
}

/** One tag is renamed at a time: its new name is kept with it. */
const keyOfNewName = "new name of a tag";

/** The tag whose new name was being typed when the page was left; null for none. */
export function findRenamedTag(): string | null {
  return findKept(keyOfNewName, isNewName)?.value.tag ?? null;
}

function isNewName(value: unknown): value is { readonly tag: string } {
  return typeof value === "object" && value !== null && "tag" in value && typeof value.tag === "string";
}

function NewName({
  tag,
  onRename,
  onCancel,
}: {
  tag: string;
  onRename: (to: string) => void;
  onCancel: () => void;
}): ReactElement {
  const { tags: texts, cancel } = useMessages();
  const kept = useKept(keyOfNewName, { tag, name: tag });
  const { name } = kept.value;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    kept.forget();
    if (name.trim().replace(/^#/, "") === tag) onCancel();
    else onRename(name);
  };
  const cancelRename = () => {
    kept.discard();
    onCancel();
  };
  return (
    <form className="tag-name" onSubmit={submit}>
      <input
        aria-label={texts.newName(tag)}
        value={name}
        required
        maxLength={65}
        autoCapitalize="none"
        // biome-ignore lint/a11y/noAutofocus: the owner asked for this field just now.
        autoFocus
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => kept.set({ tag, name: target.value })}
        onKeyDown={({ key }) => key === "Escape" && cancelRename()}
      />
      <Button type="submit" text={texts.rename} />
      <Button look="plain" onClick={cancelRename} text={cancel} />
      <Restored at={kept.restoredAt} />
    </form>
  );
}
