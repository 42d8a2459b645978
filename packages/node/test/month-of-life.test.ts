import { readdir } from "node:fs/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Context } from "../src/context.ts";
import { createComment } from "../src/domain/comments/create.ts";
import { createPublication } from "../src/domain/publications/create.ts";
import { saveDraft } from "../src/domain/publications/save-draft.ts";
import { schedulePublication } from "../src/domain/publications/schedule.ts";
import { prepareSignature } from "../src/domain/publications/signing/prepare-signatures.ts";
import { signPublication } from "../src/domain/publications/signing/sign.ts";
import { toSource, updatePublication } from "../src/domain/publications/update.ts";
import { destroyPublication } from "../src/domain/trash/destroy.ts";
import { listTasks } from "../src/startup/maintenance.ts";
import { holdData } from "../src/store/open-store.ts";
import { closeAfterEach } from "./support/close-after-each.ts";
import { type NewsletterFixture, openNewsletterFixture } from "./support/newsletter-fixture.ts";
import { makeNoisePicture } from "./support/noise-picture.ts";

const use = closeAfterEach();
const hourMs = 3_600_000;
const days = 30;
const backups = 3;
const readers = 10;

/** They compare with the clock of this machine, or ask others. */
const outside = /^(?:watch-clock|check-release|release-claims|watch-checks)$/;

async function livesHours(life: NewsletterFixture, ctx: Context, hours: number, step = 1): Promise<void> {
  await using hold = await holdData(ctx.config, "shared");
  const tasks = listTasks(ctx, hold).filter(({ key }) => !outside.test(key));
  const never = new AbortController().signal;
  for (let hour = 0; hour < hours; hour += step) {
    life.pass(step * hourMs);
    for (const { work } of tasks) await work(ctx, never);
    await life.work();
  }
}

async function sign(life: NewsletterFixture, ctx: Context, id: number) {
  const statement = life.node.sign("StatementOfSource", await prepareSignature(ctx, id));
  return (await signPublication(ctx, id, statement)).publication;
}

/** A day of an owner and the readers. @returns what is there in the end */
async function livesDay(life: NewsletterFixture, ctx: Context, day: number): Promise<number[]> {
  const picture = await makeNoisePicture();
  const { id: file, contentHash } = await createPublication(ctx, {
    kind: "FILE",
    state: "local",
    source: (async function* () {
      yield picture;
    })(),
    filename: `day-${day}.png`,
    keepMetadata: false,
  });
  let draft = await saveDraft(ctx, { id: null, body: `# Day ${day}`, revision: null });
  for (let save = 0; save < 10; save += 1) {
    life.pass(60_000);
    const body = `# Day ${day}\n\n![](/contents/${contentHash})\n\n${"word ".repeat(save)}`;
    draft = await saveDraft(ctx, { id: draft.id, body, revision: draft.updatedAt });
  }
  const signed = await sign(life, ctx, draft.id);
  const note = await createPublication(ctx, {
    kind: "POST",
    state: "local",
    source: toSource(`Note ${day}`),
  });
  await updatePublication(ctx, note.id, { body: `Note ${day}, corrected`, revision: note.updatedAt });
  const later = await saveDraft(ctx, { id: null, body: `# Later ${day}`, revision: null });
  await schedulePublication(ctx, later.id, life.now() + 30 * hourMs);
  const thrown = await saveDraft(ctx, { id: null, body: `Thrown away ${day}`, revision: null });
  await destroyPublication(ctx, thrown.id);
  await createComment(
    ctx,
    {
      publicationId: signed.id,
      body: `Day ${day}`,
      authType: "EMAIL",
      authorId: `bea${day}@example.org`,
      authorName: "Bea",
    },
    { ip: `198.51.100.${day}` },
  );
  await life.send("/subscribe", { mail: `new${day}@example.org` });
  return [file, signed.id, note.id, later.id];
}

async function countRows({ store }: Context): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`.execute(
    store.db,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const found = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
      store.db,
    );
    const count = Number(found.rows[0]?.count);
    if (count > 0) counts[name] = count;
  }
  return counts;
}

async function countFiles({ config }: Context): Promise<Record<string, number>> {
  const entries = await readdir(config.dataDir, { recursive: true, withFileTypes: true });
  const folders = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath }) => parentPath.slice(config.dataDir.length + 1).split("/")[0] ?? "");
  return Object.fromEntries(
    [...new Set(folders)].sort().map((name) => [name, folders.filter((one) => one === name).length]),
  );
}

/** The tables that keep rows for ever: the owner, addresses that were public, and those who subscribed. */
const forEver =
  /^(?:meta|migrations|profiles|publication_marks|subscribers|first_slugs|old_addresses|publication_tombstones|search_\w+)$/;

test("after a month of life and the end of all of it, nothing is left but what is meant to stay", async () => {
  const life = use(
    await openNewsletterFixture("sqlite", {
      settings: { newsletterSending: "always", newsletterPerHour: 1000 },
    }),
  );
  const ctx: Context = { ...life.ctx, config: { ...life.ctx.config, dailyBackups: backups } };
  await life.subscribe(readers);
  const all: number[] = [];
  for (let day = 0; day < days; day += 1) {
    all.push(...(await livesDay(life, ctx, day)));
    await livesHours(life, ctx, 24);
  }
  const [lived, files] = [await countRows(ctx), await countFiles(ctx)];
  // Each day: a picture, a signed post with two earlier texts, a note, a scheduled post, and a draft in the trash.
  expect(lived).toMatchObject({
    publications: 4 * days,
    publication_schedules: 1,
    publication_history: 2 * days,
  });
  expect(files).toMatchObject({ contents: lived.contents, backups });
  expect(lived.contents).toBeLessThanOrEqual(7 * days);
  const letters = life.mail.received.filter(({ to }) => /^reader/.test(to[0] ?? ""));
  // The post that is planned for tomorrow is not out yet.
  expect(letters).toHaveLength(readers * (3 * days - 1));

  for (const id of all) await destroyPublication(ctx, id);
  await livesHours(life, ctx, 24 * 40, 6);
  const left = await countRows(ctx);
  expect(Object.keys(left).filter((table) => !forEver.test(table))).toEqual([]);
  expect(left.subscribers).toBe(readers);
  expect(left.search_everything).toBeUndefined();
  expect(Object.keys(await countFiles(ctx)).sort()).toEqual(["", "backups"]);
  expect((await countFiles(ctx)).backups).toBe(backups);
}, 600_000);
