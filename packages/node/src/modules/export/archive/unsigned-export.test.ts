import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sweepUnsignedExport } from "./unsigned-export.ts";

it("removes an export that nobody signed within an hour, and none before", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "freehold-unsigned-"));
  try {
    const ages = { "freehold-export-old": 61, "freehold-export-young": 59 };
    for (const [name, minutes] of Object.entries(ages)) {
      const folder = join(dataDir, "unsigned-export", name);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, "statement.json"), "{}");
      const at = new Date(Date.now() - minutes * 60_000);
      await utimes(folder, at, at);
    }
    await sweepUnsignedExport({ config: { dataDir } as never });
    const left = Object.keys(ages).filter((name) => existsSync(join(dataDir, "unsigned-export", name)));
    expect(left).toEqual(["freehold-export-young"]);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
