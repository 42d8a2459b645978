import {
  Component,
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
} from "react";
import { loadMessages, useMessages } from "../../messages/console/use-messages.ts";
import { Button } from "./controls.tsx";

interface Props {
  readonly children: ReactNode;
  /** Shown until it is loaded: a grey line by default. */
  readonly fallback?: ReactElement | null;
  /** Whether nobody waits for it: where it can't be loaded, nothing is shown. */
  readonly isQuiet?: boolean;
}

/**
 * Shows a part that is loaded when it is needed. Where it can't be loaded, or fails, words and a button stand in its place,
 * and the rest of the console stays.
 */
export class LoadBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactElement | null {
    const { children, isQuiet = false, fallback = <p className="skeleton" aria-busy="true" /> } = this.props;
    if (this.state.hasFailed) return isQuiet ? null : <NotLoaded />;
    return <Suspense fallback={fallback}>{children}</Suspense>;
  }
}

/** A browser keeps the failure of a module until the page is loaded again. Typed text is in its storage. */
function NotLoaded(): ReactElement {
  const messages = useMessages();
  return (
    <div className="trouble" role="alert">
      <p>{messages.failed("")}</p>
      <Button look="plain" onClick={() => location.reload()} text={messages.again} />
    </div>
  );
}

/** A component that is loaded when it is first shown, together with all messages. */
export function lazyView<Props>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => (await Promise.all([load(), loadMessages()]))[0]);
}
