import { defineConfig } from "vitepress";
import { breakNames } from "./break-names.ts";
import { drawDiagrams } from "./draw-diagrams.ts";
import { dropEmptyHeads } from "./drop-empty-heads.ts";
import { keepAddresses } from "./keep-addresses.ts";
import { leadOutside, repository } from "./lead-outside.ts";
import {
  boostDocument,
  chineseSidebar,
  isForDevelopers,
  navigation,
  sidebar,
  splitTerms,
} from "./navigation.ts";

const base = process.env.DOCS_BASE ?? "/";

/** The documentation site: `npm run docs` builds it from the Markdown of this folder. */
export default defineConfig({
  title: "Freehold",
  description:
    "A publishing and social node that you own: your own server, your own address, your own words.",
  lang: "en",
  // Of a site in a folder, as GitHub's pages are: `/freehold/`.
  base,
  cleanUrls: true,
  // The nodes of the examples are gone.
  ignoreDeadLinks: [/^https?:\/\/localhost/],
  rewrites: { "decisions/README.md": "decisions/index.md" },
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${base}icon.svg` }]],
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config(md) {
      md.use(leadOutside).use(drawDiagrams).use(dropEmptyHeads).use(breakNames);
    },
  },
  // Five programs beside each other need the width.
  transformPageData: ({ relativePath, frontmatter }) =>
    relativePath === "what-it-is.md" ? { frontmatter: { ...frontmatter, aside: false } } : undefined,
  // VitePress's front page has no main landmark.
  transformHtml: (html) =>
    html.replace(/<div class="VPHome[ "]/, (div) => div.replace("<div", '<div role="main"')),
  buildEnd: ({ outDir }) => keepAddresses(outDir, base),
  // The index for the search, which is loaded when somebody searches.
  vite: { build: { chunkSizeWarningLimit: 3_000 } },
  locales: {
    root: { label: "English", lang: "en" },
    zh: {
      label: "简体中文",
      lang: "zh-Hans",
      description: "属于你自己的发布与社交节点：自己的服务器，自己的网址，自己的文字。",
      themeConfig: {
        nav: [{ text: "五分钟试用", link: "/zh/start" }],
        sidebar: chineseSidebar,
        outline: { level: [2, 3], label: "本页内容" },
        editLink: { pattern: `${repository}/edit/main/docs/:path`, text: "改进本页" },
        docFooter: { prev: "上一页", next: "下一页" },
        darkModeSwitchLabel: "外观",
        sidebarMenuLabel: "菜单",
        returnToTopLabel: "回到顶部",
        langMenuLabel: "语言",
        skipToContentLabel: "跳到正文",
      },
    },
  },
  themeConfig: {
    logo: { src: "/icon.svg", alt: "" },
    nav: navigation,
    sidebar,
    search: {
      provider: "local",
      options: {
        locales: {
          zh: {
            translations: {
              button: { buttonText: "搜索", buttonAriaLabel: "搜索" },
              modal: {
                noResultsText: "没有结果：",
                resetButtonTitle: "清除",
                backButtonTitle: "关闭",
                displayDetails: "显示详情",
                footer: { selectText: "打开", navigateText: "移动", closeText: "关闭" },
              },
            },
          },
        },
        // Pages for developers are not searched.
        _render: async (source, env, md) =>
          isForDevelopers(env.relativePath) ? "" : await md.renderAsync(source, env),
        miniSearch: { options: { tokenize: splitTerms }, searchOptions: { boostDocument } },
      },
    },
    outline: { level: [2, 3] },
    socialLinks: [{ icon: "github", link: repository, ariaLabel: "Source code" }],
    editLink: { pattern: `${repository}/edit/main/docs/:path`, text: "Correct this page" },
    externalLinkIcon: true,
  },
});
