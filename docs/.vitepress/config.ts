import { defineConfig } from "vitepress";
import { drawDiagrams } from "./draw-diagrams.ts";
import { dropEmptyHeads } from "./drop-empty-heads.ts";
import { leadOutside, repository } from "./lead-outside.ts";
import { navigation, sidebar } from "./navigation.ts";

/** The documentation site: `npm run docs` builds it from the Markdown of this folder. */
export default defineConfig({
  title: "Freehold",
  description:
    "A publishing and social node that you own: your own server, your own address, your own words.",
  lang: "en",
  // Of a site in a folder, as GitHub's pages are: `/freehold/`.
  base: process.env.DOCS_BASE ?? "/",
  cleanUrls: true,
  // The nodes of the examples are gone.
  ignoreDeadLinks: [/^https?:\/\/localhost/],
  rewrites: { "decisions/README.md": "decisions/index.md" },
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${process.env.DOCS_BASE ?? "/"}icon.svg` }]],
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config(md) {
      md.use(leadOutside).use(drawDiagrams).use(dropEmptyHeads);
    },
  },
  // Five programs beside each other need the width.
  transformPageData: ({ relativePath, frontmatter }) =>
    relativePath === "comparison.md" ? { frontmatter: { ...frontmatter, aside: false } } : undefined,
  // VitePress's front page has no main landmark.
  transformHtml: (html) =>
    html.replace(/<div class="VPHome[ "]/, (div) => div.replace("<div", '<div role="main"')),
  // The index for the search, which is loaded when somebody searches.
  vite: { build: { chunkSizeWarningLimit: 3_000 } },
  themeConfig: {
    logo: { src: "/icon.svg", alt: "" },
    nav: [...navigation],
    sidebar: [...sidebar],
    search: { provider: "local" },
    outline: { level: [2, 3] },
    socialLinks: [{ icon: "github", link: repository, ariaLabel: "Source code" }],
    editLink: { pattern: `${repository}/edit/main/docs/:path`, text: "Correct this page" },
    externalLinkIcon: true,
  },
});
