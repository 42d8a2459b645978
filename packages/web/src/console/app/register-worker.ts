import { goTo } from "../shell/routes.tsx";

type Listener = () => void;

let waiting: ServiceWorker | null = null;
const listeners = new Set<Listener>();

/** Makes the console an app: it opens offline, and shows what is pushed. A browser without service workers goes without. */
export function registerWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", ({ data }) => {
    if (typeof data?.goTo === "string") goTo(data.goTo);
  });
  serviceWorker
    .register("/console/worker.js", { scope: "/console", updateViaCache: "none" })
    .then(watchForUpdate)
    // Private windows may refuse it; the console works all the same.
    .catch(() => {});
}

function watchForUpdate(registration: ServiceWorkerRegistration): void {
  const look = () => {
    // The first one of all has nobody to wait for.
    waiting = navigator.serviceWorker.controller ? registration.waiting : null;
    for (const listener of listeners) listener();
  };
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", look);
  });
  look();
}

/** Whether a newer console is there, to be taken over when the owner likes. */
export const update = {
  subscribe(listener: Listener): Listener {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isThere: (): boolean => waiting !== null,
  /** Loads the page anew, in its new version. */
  take(): void {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    waiting?.postMessage("take over");
  },
};
