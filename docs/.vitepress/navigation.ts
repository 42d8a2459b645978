/** The menu at the top. */
export const navigation = [
  { text: "Start", link: "/start" },
  { text: "Operate", link: "/hosting" },
  { text: "API", link: "/api-clients" },
  { text: "Protocol", link: "/protocol" },
];

/** Every page, in the order in which one needs them. A test finds pages that are missing here. */
export const sidebar = [
  {
    text: "Start",
    items: [
      { text: "In five minutes", link: "/start" },
      { text: "Compared with others", link: "/comparison" },
    ],
  },
  {
    text: "Write",
    items: [
      { text: "Posts and the editor", link: "/writing" },
      { text: "What a proof shows", link: "/proofs" },
      { text: "Themes", link: "/themes" },
      { text: "Bring your posts", link: "/import" },
      { text: "What comes in, by program", link: "/import-formats" },
      { text: "Take it along", link: "/export" },
    ],
  },
  {
    text: "Read and be read",
    items: [
      { text: "Reading: feeds, OPML, read later", link: "/reading" },
      { text: "Readers by mail", link: "/newsletter" },
      { text: "Be found", link: "/be-found" },
      { text: "How often posts are read", link: "/reads" },
    ],
  },
  {
    text: "Operate",
    items: [
      { text: "On a server of your own", link: "/hosting" },
      { text: "Grow to many machines", link: "/scaling" },
      { text: "Upgrade", link: "/upgrading" },
      { text: "Backup and restore", link: "/backup" },
      { text: "Mail, push and webhooks", link: "/mail-and-webhooks" },
      { text: "Monitoring", link: "/monitoring" },
      { text: "Troubleshooting", link: "/troubleshooting" },
      { text: "Commands", link: "/commands" },
      { text: "Limits", link: "/limits" },
    ],
  },
  {
    text: "API",
    items: [
      { text: "Build on it", link: "/api-clients" },
      { text: "GraphQL", link: "/graphql" },
      {
        text: "GraphQL reference",
        collapsed: true,
        items: [
          { text: "Queries", link: "/reference/queries" },
          { text: "Mutations", link: "/reference/mutations" },
          { text: "Objects", link: "/reference/objects" },
          { text: "Inputs", link: "/reference/inputs" },
          { text: "Enums and scalars", link: "/reference/enums" },
        ],
      },
      { text: "REST", link: "/reference/rest" },
      { text: "Agents", link: "/agents" },
    ],
  },
  {
    text: "Protocol",
    items: [
      { text: "EWP", link: "/protocol" },
      { text: "Real exchanges", link: "/protocol-examples" },
      { text: "Specification", link: "/specification" },
      { text: "What it leaves open", link: "/protocol-decisions" },
      { text: "Reference nodes", link: "/reference-node" },
    ],
  },
  {
    text: "Design",
    collapsed: true,
    items: [
      { text: "Architecture", link: "/architecture" },
      { text: "Decisions", link: "/decisions/" },
      { text: "Dependencies", link: "/dependencies" },
      { text: "Weaknesses", link: "/weaknesses" },
      { text: "Performance", link: "/performance" },
      { text: "Journeys", link: "/journeys" },
      { text: "Measured", link: "/measured" },
    ],
  },
];
