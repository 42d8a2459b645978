import { type ReactElement, useId } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { Modal } from "../../../components/confirm-dialog.tsx";
import { Button } from "../../../components/controls.tsx";
import { useKept } from "../../../kept/use-kept.ts";
import type { TagItem } from "./change-tag.ts";

/**
 * Asks into which tag another one is merged, and says what happens.
 *
 * @param props.into the tag that stays, as far as it is known; "" otherwise
 * @param props.names the tags that are offered
 */
export function MergeDialog({
  item,
  into,
  names,
  onConfirm,
  onClose,
}: {
  item: TagItem;
  into: string;
  names: readonly string[];
  onConfirm: (into: string) => void;
  onClose: () => void;
}): ReactElement {
  const { tags: texts, cancel } = useMessages();
  const kept = useKept<string>(`merge ${item.tag}`, into);
  const id = useId();
  const name = kept.value.trim().replace(/^#/, "");
  const close = (value: string) => {
    kept.discard();
    if (value === "yes") onConfirm(name);
    onClose();
  };
  return (
    <Modal title={texts.mergeTitle(item.tag)} onClose={close}>
      <form method="dialog">
        <label htmlFor={id}>{texts.into}</label>
        <input
          id={id}
          list={`${id}-names`}
          value={kept.value}
          required
          maxLength={65}
          autoCapitalize="none"
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => kept.set(target.value)}
        />
        <datalist id={`${id}-names`}>
          {names.map((one) => one !== item.tag && <option key={one} value={one} />)}
        </datalist>
        <p id={`${id}-hint`} aria-live="polite">
          {name === "" ? texts.mergeHint(item.tag, item) : texts.mergeExplain(item.tag, name, item)}
        </p>
        <div className="choices">
          <Button type="submit" value="yes" text={texts.mergeAct} />
          <Button type="submit" value="no" formNoValidate look="plain" text={cancel} />
        </div>
      </form>
    </Modal>
  );
}
