import { defineConfig } from "vitest/config";

/** The one copy of graphql that Node itself takes; Vite would give tests another one beside it. */
const alias = [{ find: /^graphql$/, replacement: "graphql/index.js" }];

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
        },
      },
      {
        test: {
          name: "network",
          alias,
          include: ["packages/*/test/**/*.test.ts"],
          exclude: ["packages/node/test/browser/**"],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "browser",
          alias,
          include: ["packages/node/test/browser/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
