import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderMarkdown } from "../../../../../web/src/markdown/render-markdown.ts";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { makeGhostSite, makeWordPressSite } from "../../../../test/support/exports/make-sites.ts";
import { openImportFolder } from "../../../../test/support/import-folder.ts";
import { openOwnerFixture } from "../../../../test/support/owner-fixture.ts";
import { findRedirect } from "../../../domain/publications/old-addresses.ts";
import { findPublication } from "../../../domain/publications/visible.ts";
import { openImport } from "./run-import.ts";

/** `IMPORT_POSTS=500` is the size that was measured. */
const posts = Number(process.env.IMPORT_POSTS ?? 30);

forEachDatabase((_name, open) => {
  test.each([
    ["wordpress", makeWordPressSite, "/2014/05/post-0/"],
    ["ghost", makeGhostSite, "/post-0/"],
  ] as const)(
    `a site of ${posts} posts from %s, with odd HTML and missing pictures`,
    async (format, make, oldPath) => {
      await using fixture = await openOwnerFixture(await open());
      await using folder = await openImportFolder({});
      const site = make(posts);
      const path = join(folder.path, "export");
      await writeFile(path, site.bytes);
      const run = async () => {
        const found = await openImport(path);
        try {
          return {
            format: found?.format,
            report: await found?.run({ ...fixture.context, peers: null as never }, {}),
          };
        } finally {
          await found?.close();
        }
      };
      const first = await run();
      const { posts: public_, drafts, pages } = site;
      // A GIF stands in the HTML of every tenth post.
      const taken = { posts: public_, drafts, pages, files: site.pictures + 1 };
      expect(first).toMatchObject({ format, report: { refused: site.refused, taken } });
      expect(first.report?.notes.some(({ why }) => /missing-\d+\.png/.test(why))).toBe(true);
      expect(await run()).toMatchObject({ report: { taken: { posts: 0, drafts: 0, pages: 0, files: 0 } } });
      expect(await findRedirect(fixture.context, oldPath)).toBe("/slug/post-0");
      for (let number = 0; number < Math.min(posts, 20); number += 1) {
        const post = await findPublication(fixture.context, { slug: `post-${number}` });
        const text = Buffer.from(
          post ? await fixture.context.blobs.readAll(post.contentHash, 100_000) : [],
        ).toString();
        expect(text).toMatch(/^# Post \d+/);
        expect(renderMarkdown(text).html).not.toMatch(
          /<script|&lt;\/?(?:p|div|span|font|iframe|table)\b|onclick|javascript:/,
        );
      }
    },
    600_000,
  );
});
