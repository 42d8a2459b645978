import { notifyManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { Console } from "./console.tsx";
import "../styles/ground.css";
import "../styles/figures.css";
import { correctAddress } from "./shell/routes.tsx";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/components.css";
import "./styles/timeline.css";
import "./styles/posts.css";
import "./styles/editor.css";
import "./styles/media.css";
import "./styles/people.css";

/** Shows the console in an element of a page. */
export function openConsole(element: HTMLElement): void {
  // What is touched shows its new state before the browser draws again: a box that is ticked does not fall back in between.
  notifyManager.setScheduler(queueMicrotask);
  correctAddress();
  const client = new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 5_000 } } });
  createRoot(element).render(
    <QueryClientProvider client={client}>
      <Console />
    </QueryClientProvider>,
  );
}
