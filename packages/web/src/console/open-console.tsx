import { notifyManager, onlineManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { Console } from "./console.tsx";
import "./first-styles.ts";
import { correctAddress } from "./shell/routes.tsx";

/** Shows the console in an element of a page. */
export function openConsole(element: HTMLElement): void {
  // The page has the frame already where a session is expected.
  const expected = element.querySelector(".is-starting .console-title")?.textContent ?? null;
  // A touched control shows its new state before the browser draws again: a ticked box does not fall back in between.
  notifyManager.setScheduler(queueMicrotask);
  // The manager hears of changes alone.
  onlineManager.setOnline(navigator.onLine);
  correctAddress();
  const client = new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 5_000 } } });
  createRoot(element).render(
    <QueryClientProvider client={client}>
      <Console expected={expected} />
    </QueryClientProvider>,
  );
}
