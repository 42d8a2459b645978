import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// Vite takes over a NODE_ENV that is set, and would then build for development; browsers get the build for production.
process.env.NODE_ENV = "production";

const sources = new URL("src/", import.meta.url).pathname;

/** Every program: the console and the installer, and an island for each thing that a visitor may do on a page. */
const programs = {
  ...Object.fromEntries(
    [
      ["console", `${sources}console/main.ts`],
      ["installer", `${sources}installer/main.tsx`],
      ["graphql-editor", `${sources}graphql-editor/main.tsx`],
    ].filter(([, path]) => existsSync(path as string)),
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

/** Code that the dashboard and the islands share, or that all later code needs. */
const calls = [
  resolve(sources, "../../client/src/graphql.ts"),
  resolve(sources, "../../protocol/src/text/units.ts"),
  resolve(sources, "../../protocol/src/crypto/hex.ts"),
  `${sources}console/first-replies.ts`,
  `${sources}console/graphql.ts`,
  `${sources}console/owner-mark.ts`,
  `${sources}signing/wallets.ts`,
  "\0vite/preload-helper.js",
];

/**
 * Whether a module is a part of the dashboard's first view: it comes in one file, since each one more costs a round trip. Nothing
 * that islands share is in it.
 */
function isOfFirstView(id: string): boolean {
  if (/\/node_modules\/(react|react-dom|scheduler|@tanstack\/(react-query|query-core))\//.test(id))
    return true;
  if (shared.some((path) => id === resolve(sources, path))) return true;
  const path = id.slice(`${sources}console/`.length);
  return id.startsWith(`${sources}console/`) && firstView.includes(path);
}

/** Modules that the first view shares with public pages' renderers and with the installer. */
const shared = [
  "../../protocol/src/time-zone.ts",
  "drawings/accent.ts",
  "drawings/drawing.ts",
  "drawings/portrait.ts",
  "drawings/seal.ts",
  "keystore/unlocked-key.ts",
  "messages/console/dashboard-en.ts",
  "messages/console/dashboard-zh.ts",
  "messages/console/first-en.ts",
  "messages/console/first-zh.ts",
  "messages/console/use-messages.ts",
  "messages/site/dates.ts",
  "messages/site/format.ts",
  "messages/site/in-time-zone.ts",
  "site/html.ts",
];

/** Files of the console that its first view needs. */
const firstView = [
  "console.tsx",
  "diagnosis.ts",
  "elements.ts",
  "errors.tsx",
  "queries.ts",
  "session-end.ts",
  "settings.tsx",
  "app/register-worker.ts",
  "components/avatar.tsx",
  "components/confirm-dialog.tsx",
  "components/controls.tsx",
  "components/format.ts",
  "components/load-boundary.tsx",
  "components/paged-list.tsx",
  "components/row-menu.tsx",
  "components/tabs.tsx",
  "features/checklist.tsx",
  "features/home.tsx",
  "features/timeline/cursors.ts",
  "features/timeline/feed-entry.tsx",
  "features/timeline/new-posts.tsx",
  "features/timeline/quote-post.ts",
  "features/timeline/read-position.tsx",
  "features/timeline/save-for-later.tsx",
  "features/timeline/timeline.tsx",
  "features/timeline/timeline-entry.tsx",
  "features/timeline/timeline-filters.tsx",
  "kept/leave-guard.ts",
  "people/person-card.tsx",
  "publications/byline.tsx",
  "publications/load-math-font.ts",
  "publications/publication.ts",
  "publications/referenced-files.ts",
  "shell/console-shell.tsx",
  "shell/unlocked-key-note.tsx",
  "signing/fresh-session.ts",
  "shell/keep-focus.ts",
  "shell/keyboard.ts",
  "shell/live-updates.ts",
  "shell/navigation-icons.ts",
  "shell/navigation.ts",
  "shell/notices.ts",
  "shell/routes.tsx",
  "shell/shell-context.ts",
  "shell/waiting-counts.ts",
  "signing/passkey-error.ts",
];

/** The styles that `first-styles.ts` names come in one file, too. */
function isFirstStyle(id: string): boolean {
  return id === `${sources}console/first-styles.ts` || firstStyles.some((path) => id.endsWith(path));
}

const firstStyles = [
  ...readFileSync(`${sources}console/first-styles.ts`, "utf8").matchAll(/"[./]+(\/styles\/[^"]+)"/g),
].map(([, path]) => String(path));

/** The programs for browsers: the console, the installer, and the scripts of public pages (docs/architecture.md). */
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
    target: "es2023",
    rolldownOptions: {
      input: programs,
      output: {
        entryFileNames: "[name].[hash].js",
        chunkFileNames: "[name].[hash].js",
        assetFileNames: "[name].[hash][extname]",
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "calls", test: (id) => calls.includes(id) },
            { name: "styles", test: isFirstStyle },
            { name: "dashboard", test: isOfFirstView },
          ],
        },
      },
    },
  },
});
