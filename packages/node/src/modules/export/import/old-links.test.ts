import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { wxr, wxrItem } from "../../../../test/support/exports/wordpress-export.ts";
import { openImportFolder } from "../../../../test/support/import-folder.ts";
import { openOwnerFixture } from "../../../../test/support/owner-fixture.ts";
import { updatePublication } from "../../../domain/publications/update.ts";
import { findPublication } from "../../../domain/publications/visible.ts";
import { listVersions } from "../../../store/publications/publication-history.ts";
import { listOutbox } from "../../../store/queues/outbox.ts";
import { openImport } from "./run-import.ts";

forEachDatabase((_name, open) => {
  it("leads links between imported posts to where they are now, takes away those to drafts, and leaves all others", async () => {
    await using fixture = await openOwnerFixture(await open());
    const { context } = fixture;
    await using folder = await openImportFolder({});
    const path = join(folder.path, "site.xml");
    const link = (address: string) => `<a href="${address}">x</a>`;
    const old = "https://old.example/2014/05";
    const content = `<p>${[
      `${old}/post-2/#part`,
      "http://www.old.example/?p=2",
      "/2014/05/post-2",
      `${old}/draft/`,
      `${old}/not-here/`,
      "https://old.example.evil/2014/05/post-2/",
      "https://else.example/2014/05/post-2/",
    ]
      .map(link)
      .join(" ")} ${old}/post-2/. <code>${old}/post-2/</code></p>`;
    const items = [
      wxrItem({ id: 1, title: "One", content }),
      wxrItem({ id: 2, title: "Two", content: `<p>${link(`${old}/post-1/`)}</p>` }),
      wxrItem({ id: 3, title: "Three", content: "Later", name: "draft", status: "draft" }),
    ];
    const run = async (signal?: AbortSignal) => {
      await writeFile(path, wxr(items));
      const found = await openImport(path);
      try {
        const onProgress = (done: number) => done === 2 && signal && stop.abort(new Error("stopped"));
        return await found?.run({ ...context, peers: null as never }, { signal, onProgress });
      } finally {
        await found?.close();
      }
    };
    const textOf = async (slug: string) => {
      const post = await findPublication(context, { slug });
      return [
        post?.id ?? 0,
        Buffer.from(await context.blobs.readAll(post?.contentHash ?? "0x", 9_999)).toString(),
      ] as const;
    };
    const stop = new AbortController();
    await expect(run(stop.signal)).rejects.toThrow("stopped");
    const report = await run();
    expect(report?.links).toBe(5);
    expect(report?.notes).toEqual([{ what: "One", why: expect.stringContaining("leads to a draft") }]);
    const [id, text] = await textOf("post-1");
    expect(text).toBe(
      "# One\n\n[x](/slug/post-2#part) [x](/slug/post-2) [x](/slug/post-2) " +
        `x [x](${old}/not-here/) ` +
        "[x](https://old.example.evil/2014/05/post-2/) [x](https://else.example/2014/05/post-2/) " +
        `${(await context.owner.get())?.url}/slug/post-2. \`${old}/post-2/\`\n`,
    );
    expect((await textOf("post-2"))[1]).toContain("[x](/slug/post-1)");
    expect(await listVersions(context.store.db, id)).toEqual([]);
    expect(await listOutbox(context.store.db, { limit: 10 })).toEqual([]);

    // Texts of the owner are not changed.
    const mine = `[x](${old}/post-2/)\n`;
    await updatePublication(context, id, { body: mine });
    expect((await run())?.links).toBe(0);
    expect((await textOf("post-1"))[1]).toBe(mine);
  });
});
