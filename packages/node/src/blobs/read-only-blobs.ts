import type { Blobs } from "./blobs.ts";

/** The same blobs, of which none is added, moved or removed: each try fails with what `refuse` makes. */
export function readOnlyBlobs(blobs: Blobs, refuse: () => Error): Blobs {
  const refused = async () => {
    throw refuse();
  };
  return {
    ...blobs,
    put: refused,
    remove: refused,
    removeOlder: refused,
    setAside: refused,
    sweepTemporary: async () => 0,
  };
}
