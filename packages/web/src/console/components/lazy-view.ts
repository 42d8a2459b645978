import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { loadMessages } from "../../messages/console/use-messages.ts";

/** A component that is loaded when it is first shown, and all messages with it. */
export function lazyView<Props>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => (await Promise.all([load(), loadMessages()]))[0]);
}
