import { lazy, type ReactElement, type RefObject, Suspense, useState } from "react";
import { flushSync } from "react-dom";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { useOwnCommands } from "../../shell/own-commands.ts";
import type { WritingSurface } from "./surface/writing-field.tsx";

const OutlineDialog = lazy(() => import("./surface/outline-dialog.tsx"));

/**
 * The outline of a text: a dialog with its headings, which the palette finds, too.
 *
 * @param options.showText shows the text in place of its preview
 * @returns what opens the dialog, and the dialog itself
 */
export function useOutline(
  surface: RefObject<WritingSurface | null>,
  { showText }: { showText: () => void },
): { open: () => void; dialog: ReactElement | null } {
  const { outline } = useMessages().editor;
  const [shown, show] = useState<ReturnType<WritingSurface["outline"]> | null>(null);
  const read = () => surface.current?.outline() ?? { headings: [], current: null };
  const open = () => show(read());
  const goTo = (pos: number) => {
    // A text that is not shown can't be scrolled.
    flushSync(() => {
      show(null);
      showText();
    });
    surface.current?.goTo(pos);
  };
  useOwnCommands(() => [
    { id: "outline", text: outline.title, words: outline.words, run: open },
    ...read().headings.map(({ from, text }) => ({
      id: `heading/${from}`,
      text: text || outline.untitled,
      hint: outline.title,
      run: () => goTo(from),
    })),
  ]);
  const dialog = shown && (
    <Suspense>
      <OutlineDialog {...shown} onChoose={goTo} onClose={() => show(null)} />
    </Suspense>
  );
  return { open, dialog };
}
