import { existsSync, globSync } from "node:fs";
import { basename } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// Vite takes over a NODE_ENV that is set and would build what is for development; browsers get the build for production.
process.env.NODE_ENV = "production";

const sources = new URL("src/", import.meta.url).pathname;

/** Every program: the console and the installer, and an island for each thing that a visitor may do on a page. */
const programs = {
  ...Object.fromEntries(
    ["console", "installer"]
      .map((name) => [name, `${sources}${name}/main.tsx`] as const)
      .filter(([, path]) => existsSync(path)),
  ),
  "console-worker": `${sources}console/app/worker.ts`,
  "site-worker": `${sources}offline/worker.ts`,
  ...Object.fromEntries(
    globSync(`${sources}islands/*.ts`, { exclude: [`${sources}**/*.test.ts`] }).map((path) => [
      basename(path, ".ts"),
      path,
    ]),
  ),
};

/** What runs in a browser: the console and the installer, and what a visitor may do on a page (docs/architecture.md). */
export default defineConfig({
  root: import.meta.dirname,
  base: "/assets/",
  publicDir: false,
  plugins: [react()],
  build: {
    outDir: "dist",
    assetsDir: "",
    manifest: "manifest.json",
    modulePreload: { polyfill: false },
    // Nothing is written into a page: its content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_500,
    target: "es2023",
    rolldownOptions: {
      input: programs,
      output: {
        entryFileNames: "[name].[hash].js",
        chunkFileNames: "[name].[hash].js",
        assetFileNames: "[name].[hash][extname]",
      },
    },
  },
});
