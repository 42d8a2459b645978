/** A page in the menu at the side, or a list of them. */
interface Entry {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: Entry[];
}

/** The menu at the top. */
export const navigation: { text: string; link: string }[] = [
  { text: "Start", link: "/start" },
  { text: "Run it", link: "/upgrading" },
  { text: "Build", link: "/api-clients" },
  { text: "Protocol", link: "/protocol" },
];

const references: Entry = {
  text: "GraphQL reference",
  collapsed: true,
  items: [
    { text: "Queries", link: "/reference/queries" },
    { text: "Mutations", link: "/reference/mutations" },
    { text: "Objects", link: "/reference/objects" },
    { text: "Inputs", link: "/reference/inputs" },
    { text: "Enums and scalars", link: "/reference/enums" },
  ],
};

/** Pages about how the program is made. The search of the site leaves them out. */
const developers: Entry = {
  text: "For developers",
  collapsed: true,
  items: [
    { text: "Architecture", link: "/architecture" },
    { text: "Decisions", link: "/decisions/" },
    { text: "Dependencies", link: "/dependencies" },
    { text: "Weaknesses", link: "/weaknesses" },
    { text: "All other limits", link: "/all-limits" },
    { text: "Benchmarks", link: "/benchmarks" },
    { text: "Ten tasks", link: "/tasks" },
  ],
};

/** Every page, by what one wants to do. A test finds pages that are missing here. */
export const sidebar: Entry[] = [
  {
    text: "Start",
    items: [
      { text: "What Freehold is", link: "/what-it-is" },
      { text: "Try it in five minutes", link: "/start" },
      { text: "Put it online", link: "/hosting" },
      { text: "Your key: keep, use, lose", link: "/key" },
    ],
  },
  {
    text: "Write",
    items: [
      { text: "Posts and the editor", link: "/writing" },
      { text: "Publish a post", link: "/publish" },
      { text: "Correct and delete", link: "/corrections" },
      { text: "Pictures and files", link: "/files" },
      { text: "What a signature shows", link: "/proofs" },
    ],
  },
  {
    text: "Readers",
    items: [
      { text: "Newsletter", link: "/newsletter" },
      { text: "Comments, mentions, notifications", link: "/comments" },
      { text: "Feeds and search engines", link: "/be-found" },
      { text: "Design", link: "/themes" },
      { text: "How often posts are read", link: "/reads" },
    ],
  },
  { text: "Follow", items: [{ text: "Follow sites and feeds", link: "/reading" }] },
  {
    text: "Move in and out",
    items: [
      { text: "Import your posts", link: "/import" },
      { text: "Export, leave, move", link: "/export" },
    ],
  },
  {
    text: "Run it",
    items: [
      { text: "Update", link: "/upgrading" },
      { text: "Back up and restore", link: "/backup" },
      { text: "Something is wrong", link: "/troubleshooting" },
      { text: "Settings", link: "/settings" },
      { text: "Command reference", link: "/commands" },
      { text: "Monitoring", link: "/monitoring" },
      { text: "More than one machine", link: "/many-machines" },
    ],
  },
  {
    text: "Build",
    collapsed: true,
    items: [
      { text: "A first program", link: "/api-clients" },
      { text: "GraphQL", link: "/graphql" },
      references,
      { text: "REST", link: "/reference/rest" },
      { text: "Webhooks", link: "/webhooks" },
      { text: "Agents", link: "/agents" },
      { text: "Verify a proof yourself", link: "/verify" },
    ],
  },
  {
    text: "Protocol",
    collapsed: true,
    items: [
      { text: "EWP", link: "/protocol" },
      { text: "Specification", link: "/specification" },
      { text: "What it leaves open", link: "/protocol-decisions" },
      { text: "Real exchanges", link: "/protocol-examples" },
      { text: "epress nodes", link: "/reference-node" },
      { text: "Limits", link: "/limits" },
    ],
  },
  developers,
  { text: "Glossary", link: "/glossary" },
];

/** The menu of the Chinese pages: those that an owner needs first. */
export const chineseSidebar: Entry[] = [
  {
    text: "开始",
    items: [
      { text: "五分钟试用", link: "/zh/start" },
      { text: "你的密钥", link: "/zh/key" },
    ],
  },
  {
    text: "写作与读者",
    items: [
      { text: "文章与发布", link: "/zh/writing" },
      { text: "邮件订阅", link: "/zh/newsletter" },
      { text: "导入文章", link: "/zh/import" },
    ],
  },
  {
    text: "运行",
    items: [
      { text: "备份与恢复", link: "/zh/backup" },
      { text: "出了问题", link: "/zh/troubleshooting" },
    ],
  },
];

/** The names of the pages for owners: the parts before "Build", and the glossary. */
export const ownerPages: readonly string[] = listLinks(
  sidebar.filter(({ text }) => !["Build", "Protocol", developers.text].includes(text)),
).map((link) => link.slice(1));

/** Whether a page, by its path in `docs`, is about how the program is made. */
export const isForDevelopers = (path: string) =>
  path.startsWith("decisions/") || listLinks([developers]).includes(`/${path.replace(/\.md$/, "")}`);

/**
 * How much a page counts in a search: those for owners come before references. The site calls it in the browser, so it names nothing
 * outside of itself.
 */
export function boostDocument(id: string): number {
  return /^\/(?:reference|protocol|specification|graphql|limits|commands|agents|api-clients|webhooks|verify)/.test(
    id,
  )
    ? 0.3
    : 1;
}

/**
 * The terms of a text for the search: words, and of Chinese, which has no spaces, each two characters beside each other. The site calls
 * it in the browser, so it names nothing outside of itself.
 */
export function splitTerms(text: string): string[] {
  const words = text.match(/\p{Script=Han}+|[^\p{Script=Han}\p{Z}\p{P}\n\r]+/gu) ?? [];
  return words.flatMap((word) =>
    /\p{Script=Han}{2}/u.test(word)
      ? [...word].slice(1).map((character, at) => [...word][at] + character)
      : [word],
  );
}

/** Every link of entries, in their order. */
export function listLinks(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ link, items = [] }) => [...(link ? [link] : []), ...listLinks(items)]);
}

/** Addresses of pages that had another one, and where their words are now. */
export const moved: Readonly<Record<string, string>> = {
  comparison: "what-it-is",
  "import-formats": "import",
  journeys: "benchmarks",
  "mail-and-webhooks": "newsletter",
  measured: "benchmarks",
  performance: "benchmarks",
  scaling: "many-machines",
};
