import { createHash } from "node:crypto";
import type { Hash } from "@freehold/protocol";
import type { Blobs } from "../../../blobs/blobs.ts";
import { sampleContents } from "../../../store/contents.ts";
import { type Check, failed, ok } from "../check.ts";
import { diagnosisLimits as limits } from "../diagnosis-limits.ts";
import { storeOf } from "../examination.ts";
import { type Sentence, say, together } from "../sentence.ts";

export const checkContents: Check = {
  id: "database.contents",
  area: "database",
  about: "A sample of 20 contents, the newest among them: whether the files are there and have their hashes",
  warns: null,
  fails: "one is missing or has other bytes",
  needs: ["tables"],
  timeLimitMs: 30_000,
  async look(examination) {
    const { blobs, signal } = examination;
    const store = storeOf(examination);
    const bad: Sentence[] = [];
    let [looked, bytes] = [0, 0];
    for (const { hash, size } of await sampleContents(store.db, limits.sampledContents)) {
      if (signal.aborted) break;
      if (looked > 0 && bytes + size > limits.sampledBytes) continue;
      looked += 1;
      bytes += size;
      const problem = await findProblem(blobs, hash, size);
      if (problem) bad.push(problem);
    }
    if (bad.length === 0) return ok(say`${looked} contents of the sample are there, with their hashes.`);
    return failed(
      together(
        say`${bad.length} of ${looked} contents of the sample are not as they should be.`,
        ...bad.slice(0, 3),
      ),
      say`Restore the contents folder from a backup, and look at the disk (SMART).`,
    );
  },
};

async function findProblem(
  blobs: Pick<Blobs, "size" | "read">,
  hash: Hash,
  size: number,
): Promise<Sentence | null> {
  const found = await blobs.size(hash);
  if (found === null) return say`${hash} is missing.`;
  if (found !== size) return say`${hash} has ${found} bytes, not ${size}.`;
  const sum = createHash("sha256");
  for await (const chunk of blobs.read(hash)) sum.update(chunk);
  return `0x${sum.digest("hex")}` === hash ? null : say`${hash} has other bytes.`;
}
