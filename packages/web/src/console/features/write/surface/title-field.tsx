import { type KeyboardEvent, type ReactElement, type RefObject, useLayoutEffect } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";

/** The title of a post: one line of text, which grows over several rows. Enter and the arrow down lead into the text. */
export function TitleField({
  title,
  field,
  onChange,
  onLeaveDown,
}: {
  title: string;
  field: RefObject<HTMLTextAreaElement | null>;
  onChange: (title: string) => void;
  onLeaveDown: () => void;
}): ReactElement {
  const { editor } = useMessages();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the title.
  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return;
    const fit = () => {
      current.style.height = "auto";
      current.style.height = `${current.scrollHeight}px`;
    };
    fit();
    addEventListener("resize", fit);
    return () => removeEventListener("resize", fit);
  }, [field, title]);
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const isAtEnd = selectionStart === selectionEnd && selectionEnd === value.length;
    if (event.key !== "Enter" && !(event.key === "ArrowDown" && isAtEnd)) return;
    event.preventDefault();
    onLeaveDown();
  };
  return (
    <textarea
      ref={field}
      className="title-field"
      rows={1}
      dir="auto"
      value={title}
      aria-label={editor.title}
      placeholder={editor.title}
      onChange={({ target }) => onChange(target.value.replace(/[\r\n]+/g, " "))}
      onKeyDown={press}
    />
  );
}
