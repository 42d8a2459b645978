import { useEffect, useRef } from "react";
import type { PaletteItem } from "./palette-items.ts";

/** The commands that the view at hand adds to the palette. */
type OwnCommands = () => readonly PaletteItem[];

let current: OwnCommands | null = null;

/** Adds commands to the palette while a view is shown. @param list is asked when the palette is open */
export function useOwnCommands(list: OwnCommands): void {
  const latest = useRef(list);
  latest.current = list;
  useEffect(() => {
    const own: OwnCommands = () => latest.current();
    current = own;
    return () => {
      if (current === own) current = null;
    };
  }, []);
}

/** The commands of the view at hand. */
export function listOwnCommands(): readonly PaletteItem[] {
  return current?.() ?? [];
}
