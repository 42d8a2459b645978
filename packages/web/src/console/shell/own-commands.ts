import { useEffect, useRef } from "react";

/** A command that a view adds to the palette. */
export interface ViewCommand {
  readonly id: string;
  readonly text: string;
  /** A hint that distinguishes commands of the same name. */
  readonly hint?: string;
  /** Other words by which it is found. */
  readonly words?: string;
  readonly run: () => void;
}

/** The commands that the view at hand adds to the palette. */
type OwnCommands = () => readonly ViewCommand[];

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
export function listOwnCommands(): readonly ViewCommand[] {
  return current?.() ?? [];
}
