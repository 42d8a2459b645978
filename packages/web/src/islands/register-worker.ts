// Registers the service worker, which saves pages for reading offline, once the page is loaded and the browser is idle, or
// some seconds later.

const register = () => {
  // A private window may refuse it; the page works without it.
  navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" }).catch(() => {});
};

if ("serviceWorker" in navigator)
  addEventListener("load", () =>
    typeof requestIdleCallback === "function"
      ? requestIdleCallback(register, { timeout: 3_000 })
      : setTimeout(register, 1_000),
  );
