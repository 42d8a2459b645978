import { goTo } from "../shell/routes.tsx";

type Listener = () => void;

let waiting: ServiceWorker | null = null;
const listeners = new Set<Listener>();

/** Registers the service worker, if the browser has them: the console opens offline and shows push messages. */
export function registerWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", ({ data }) => {
    if (typeof data?.goTo === "string") goTo(data.goTo);
  });
  serviceWorker
    .register("/console/worker.js", { scope: "/console", updateViaCache: "none" })
    .then(watchForUpdate)
    // Private windows may refuse it; the console works without.
    .catch(() => {});
}

function watchForUpdate(registration: ServiceWorkerRegistration): void {
  const look = () => {
    // The very first worker has no predecessor to replace.
    waiting = navigator.serviceWorker.controller ? registration.waiting : null;
    for (const listener of listeners) listener();
  };
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", look);
  });
  look();
}

/** Whether a new version of the console waits to be activated. */
export const update = {
  subscribe(listener: Listener): Listener {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isThere: (): boolean => waiting !== null,
  /** Activates the new version and reloads the page. */
  take(): void {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    waiting?.postMessage("take over");
  },
};
