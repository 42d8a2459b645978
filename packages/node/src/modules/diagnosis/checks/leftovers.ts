import { hourMs, secondMs } from "@freehold/protocol/internal";
import { ok, skipped, warning } from "../../../domain/check.ts";
import { msg } from "../../../errors/errors.ts";
import { walkUnreferencedContents } from "../../../store/contents.ts";
import type { NodeCheck } from "../check-context.ts";

const leftMs = 3 * hourMs; // files that nothing refers to go each hour
const walkMs = 25 * secondMs;

/** Whether the hourly sweep removes the files of deleted posts and replaced texts. */
export const checkLeftovers: NodeCheck = {
  id: "database.leftovers",
  about: "Files that nothing refers to, which the node removes each hour",
  warns: "one has been left for more than three hours",
  needs: ["tables"],
  timeLimitMs: walkMs + 5 * secondMs,
  async run({ store, clock, signal }) {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(walkMs)]);
    const before = clock.now() - leftMs;
    let count = 0;
    let bytes = 0;
    for await (const { size, createdAt } of walkUnreferencedContents(store.db)) {
      if (limit.aborted) return skipped(msg`There are too many files to look at all of them.`);
      if (createdAt > before) continue;
      count += 1;
      bytes += size;
    }
    if (count === 0) return ok(msg`No file is left that nothing refers to.`);
    return warning(
      msg`Files that nothing refers to, for more than three hours: ${count}, with ${Math.ceil(bytes / 1e6)} MB.`,
      msg`Start the node, or a process with FREEHOLD_ROLE=worker. If one runs, check its log.`,
    );
  },
};
