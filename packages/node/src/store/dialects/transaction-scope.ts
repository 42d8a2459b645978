import { AsyncLocalStorage } from "node:async_hooks";

interface Scope {
  open: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();

/**
 * Runs `start`, which begins a transaction and wraps the work of it in the function it is given. While that work
 * runs, `isInsideTransaction` is true for the work and for all that it calls.
 */
export function runTransactionScope<T>(
  start: (wrap: <R>(work: () => Promise<R>) => Promise<R>) => Promise<T>,
): Promise<T> {
  const scope: Scope = { open: false };
  return scopes.run(scope, () =>
    start(async (work) => {
      scope.open = true;
      try {
        return await work();
      } finally {
        scope.open = false;
      }
    }),
  );
}

/** Whether the code that asks was called from the work of a transaction that has not ended. */
export function isInsideTransaction(): boolean {
  return scopes.getStore()?.open === true;
}
