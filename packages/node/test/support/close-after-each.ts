import { afterEach } from "vitest";

/** @returns a function that notes what a test opened, and returns it; all of it is closed after the test, the last first */
export function closeAfterEach(): <T extends AsyncDisposable | Disposable>(opened: T) => T {
  let opened = new AsyncDisposableStack();
  afterEach(async () => {
    const ended = opened;
    opened = new AsyncDisposableStack();
    await ended.disposeAsync();
  });
  return (one) => opened.use(one);
}
