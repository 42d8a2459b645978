import { defineConfig } from "vitest/config";

/** The one copy of graphql that Node itself takes; Vite would give tests another one beside it. */
const alias = [{ find: /^graphql$/, replacement: "graphql/index.js" }];

/** What is waited for may take longer on a busy machine; a test that passes does not wait for it. */
const waits = { poll: { timeout: 20_000, interval: 50 } };

/** What measures memory, or fills the processor on purpose: beside others it would find them. */
const alone = [
  "packages/node/test/{large-files,overload,soak,stop-in-time,kill-and-recover,faults}*.test.ts",
  "packages/node/test/{faults,fuzz}/**/*.test.ts",
  "packages/node/test/weaknesses/stopped-0[1-4]-*.test.ts",
];
const browser = ["packages/node/test/browser/**/*.test.ts"];

export default defineConfig({
  test: {
    globalSetup: ["packages/node/test/support/lazy-postgres.ts"],
    projects: [
      {
        test: {
          name: "unit",
          alias,
          include: ["packages/*/src/**/*.test.ts", "scripts/**/*.test.ts"],
          testTimeout: 20_000,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "network",
          alias,
          include: ["packages/*/test/**/*.test.ts"],
          exclude: [...browser, ...alone],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect: waits,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "alone",
          alias,
          include: [...alone, ...browser],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect: waits,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
