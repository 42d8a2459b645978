import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: ["packages/node/test/support/lazy-postgres.ts"],
    projects: [
      {
        test: {
          name: "unit",
          include: ["packages/*/src/**/*.test.ts", "scripts/**/*.test.ts"],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "network",
          include: ["packages/*/test/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
