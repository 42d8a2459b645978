// Lets this browser keep what is read here. It begins when the page stands and there is nothing else to do.

const begin = () => {
  // A private window may refuse it; the page is none the worse.
  navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" }).catch(() => {});
};

if ("serviceWorker" in navigator)
  addEventListener("load", () =>
    typeof requestIdleCallback === "function" ? requestIdleCallback(begin) : setTimeout(begin, 1_000),
  );
