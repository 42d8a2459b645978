import { listModules } from "../../src/module.ts";
import type { Store } from "../../src/store/database.ts";
import { handleEvents } from "../../src/store/events.ts";

/** Runs the handlers of every module at the events of a store that a test has opened by itself. */
export function handleModuleEvents(store: Store): void {
  handleEvents(
    store,
    listModules().flatMap(({ on }) => on ?? []),
  );
}
