import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Node itself loads what it can read, with the code that V8 made of it before. To transform the same sources for each project took
 * as long as many of the tests.
 */
const native = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // Tests of parts find the modules of the node as a program does.
  setupFiles: ["packages/node/test/support/load-modules.ts"],
};

/** What is waited for may take longer on a busy machine; a test that passes does not wait for it. */
const waits = { poll: { timeout: 20_000, interval: 50 } };

/** A node of four processes takes longer than one, and still longer where these are killed (CONTRIBUTING.md). */
const patience = process.env.TEST_GROUP ? 4 : 1;

/**
 * Two for each of two processors: tests of whole nodes and of browsers wait for much of their time. A young generation of 4 MB is
 * used again sooner: to touch new memory costs more than to collect the old.
 */
const together = { maxWorkers: 4, sequence: { groupOrder: 0 }, execArgv: ["--max-semi-space-size=4"] };

/** Tests of parts. Most files load the same modules, so they share them. */
const sharing = { ...together, isolate: false, testTimeout: 60_000, hookTimeout: 60_000, expect: waits };

/**
 * Tests of SQL, queues and processes, which run on PostgreSQL as well. The others run on SQLite, and with `TEST_FULL` on both
 * (`packages/node/test/support/databases.ts`).
 */
const onBothDatabases = [
  "packages/node/src/{store,jobs,http/prepared,domain/replication}/**/*.test.ts",
  "packages/node/src/http/{health,ewp/list-publications}.test.ts",
  "packages/node/test/{publishing,wake-across-processes}.test.ts",
];

/** Tests of a part that read large or many files, ask an S3, or start processes. `npm run test:quick` leaves them out. */
const slow = [
  "packages/node/src/{blobs,foreign,modules/{agents/mcp,export,feeds,webmention/mentions}}/**/*.test.ts",
  "packages/node/src/http/{api/{downloads,events,smtp-check},graphql/{compiled,errors}}.test.ts",
  "packages/node/src/cli/publishing/read-post-input.test.ts",
  "packages/import/src/**/*.test.ts",
  "packages/protocol/src/crypto/keystore/*.test.ts",
  "scripts/**/*.test.ts",
];

/**
 * Tests that only `npm run test:all` runs (CONTRIBUTING.md): they kill nodes again and again, or do with many inputs or by other
 * means what a test of another project does once.
 */
const nightly = [
  "packages/node/test/{soak,month-of-life,kill-and-recover,newsletter-kills,start-after-crash,several-processes,killed-import}.test.ts",
  "packages/node/test/browser/{ens,keyboard-journey,offline,themes}.test.ts",
  "packages/node/test/browser/console-{changes,dates,delivery,drafts,figures,head,import,journeys,kept,key-*,menus,messages,notifications,people,posts,publishing-news,settings-*,site-menu,status,tags,touch,trash}.test.ts",
  "packages/node/test/weaknesses/stopped-{07,09,10,11,12,13}-*.test.ts",
  "packages/node/test/weaknesses/{let-in-07-static,let-in-09-small-query-large-cost,let-in-11,stopped-03-headers}*.test.ts",
  "packages/node/test/weaknesses/{let-in-09-small-query-large-reply,let-in-12-where,lost-01,stopped-06-a-start,stopped-14-once}*.test.ts",
  "packages/node/test/{backup-full-disk,command-line-export,damaged-backups,half-way-follows,hanging-peers,import-damaged-export,long-history,restore-races,small-machine,worst-feeds}.test.ts",
  "packages/node/src/blobs/{site-copies,s3/s3-hanging,s3/s3-second-put}.test.ts",
  "packages/node/test/import-visibility/*.test.ts",
  "packages/node/test/worst-texts/readers.test.ts",
  "packages/web/src/markdown/output-bounds.test.ts",
  "packages/node/src/foreign/pages/hostile-pages.test.ts",
  "packages/node/src/modules/export/import/{bad-input,import-comments,import-exports,missing-files,names-of-entries,owner-of-posts}.test.ts",
  "packages/conformance/test/wrong-nodes.test.ts",
  "scripts/{check-regex,languages/dashboard}.test.ts",
];

/**
 * Features in a browser, and each link of a large site. `npm test` has the ways that everybody goes: install, sign in, write, read; and
 * hostile texts.
 */
const features = [
  "packages/node/test/browser/{comments,console-[!w]*,islands,reading,verify}.test.ts",
  "packages/node/test/site-is-valid.test.ts",
];

/**
 * Attacks: many hostile requests, peers, documents and texts, one after another. They need most of their time to send and to wait,
 * and other tests notice a change of the parts that they attack.
 */
const attacks = [
  "packages/node/test/weaknesses/stopped-{01,02,03-replies,05,14}-*.test.ts",
  "packages/node/test/weaknesses/let-in-{05,06,13}*.test.ts",
  "packages/node/test/weaknesses/lost-06-*.test.ts",
  "packages/node/test/{close-node,stop-in-time,toxic-peers,worst-[!f]*,worst-texts/[!r]*}.test.ts",
  "packages/node/test/browser/hostile.test.ts",
  "packages/web/src/markdown/hostile-figures.test.ts",
  "packages/protocol/src/messages/{hostile-envelopes,viem-agreement}.test.ts",
];

/** Tests that measure the memory of a process of their own. */
const memory = [
  "packages/node/test/large-files.test.ts",
  "packages/node/test/fuzz/*.test.ts",
  "packages/node/test/weaknesses/stopped-{03-requests,04}-*.test.ts",
];
/** A test that fills the processor on purpose. */
const alone = ["packages/node/test/overload.test.ts"];

/** Next to components in JSX, which Node can't read. */
const besideJsx = ["packages/web/src/console/**/*.test.ts"];

/** What takes longest, so that no worker is left with it alone at the end. */
const longest =
  /(wrong-nodes|fuzz|stopped-02|soak|month-of-life|several-processes|kill-and-recover|worst-texts|let-in-0[39]-|start-after-crash|command-line|lost-0[13]-|long-history|viem-agreement|catch-up|webhooks|hostile|install|journey|console-(writing|delivery|people))/;

/**
 * Project after project, since a worker ends where the next file is of another one, and the next worker loads a whole node and
 * starts a browser again. In each the longest first, and those that need a browser between those that do not: two browsers at a
 * time are enough.
 */
class Grouped extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = new Set(["memory", "network", ...sorted.map(({ project }) => project.name)]);
    return [...projects].flatMap((name) => mix(sorted.filter(({ project }) => project.name === name)));
  }
}

function mix(files: readonly TestSpecification[]): TestSpecification[] {
  const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId);
  const byLength = [...files.filter(isLong), ...files.filter((file) => !isLong(file))];
  const needsBrowser = ({ moduleId }: TestSpecification) => moduleId.includes("/test/browser/");
  const others = byLength.filter((file) => !needsBrowser(file));
  return byLength
    .filter(needsBrowser)
    .flatMap((file) => [file, ...others.splice(0, 1)])
    .concat(others);
}

export default defineConfig({
  test: {
    sequence: { sequencer: Grouped },
    globalSetup: ["packages/node/test/support/lazy-postgres.ts"],
    projects: [
      {
        test: {
          name: "unit",
          ...native,
          include: ["packages/*/src/**/*.test.ts"],
          exclude: [...besideJsx, ...onBothDatabases, ...slow, ...attacks, ...nightly],
          ...sharing,
        },
      },
      {
        test: {
          name: "console",
          include: besideJsx,
          ...sharing,
        },
      },
      {
        test: {
          name: "slow",
          ...native,
          include: slow,
          exclude: [...nightly, ...attacks],
          ...sharing,
        },
      },
      {
        test: {
          name: "databases",
          ...native,
          include: onBothDatabases,
          env: { TEST_DATABASES: "sqlite,postgres" },
          ...sharing,
        },
      },
      {
        test: {
          name: "network",
          ...native,
          include: ["packages/*/test/**/*.test.ts"],
          exclude: [...onBothDatabases, ...features, ...attacks, ...nightly, ...memory, ...alone],
          // To load a whole node and to start a browser for each file takes longer than most files.
          isolate: false,
          testTimeout: 240_000 * patience,
          hookTimeout: 60_000 * patience,
          expect: waits,
          ...together,
        },
      },
      {
        test: {
          name: "features",
          ...native,
          include: features,
          exclude: nightly,
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 60_000,
          expect: waits,
          ...together,
        },
      },
      {
        test: {
          name: "attacks",
          ...native,
          include: attacks,
          exclude: [...nightly, ...memory],
          isolate: false,
          testTimeout: 240_000 * patience,
          hookTimeout: 60_000 * patience,
          expect: waits,
          ...together,
        },
      },
      {
        test: {
          name: "nightly",
          ...native,
          include: nightly,
          env: { TEST_FULL: "1" },
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 60_000,
          expect: waits,
          ...together,
        },
      },
      {
        test: {
          name: "memory",
          ...native,
          include: memory,
          testTimeout: 240_000,
          hookTimeout: 60_000,
          expect: waits,
          // Each in a process of its own, whose memory nobody else's work is in.
          ...together,
          execArgv: [],
        },
      },
      {
        test: {
          name: "alone",
          ...native,
          include: alone,
          testTimeout: 240_000,
          hookTimeout: 60_000,
          expect: waits,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
