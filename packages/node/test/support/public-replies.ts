import { createHash } from "node:crypto";
import type { Publication } from "../../src/store/publications/publications.ts";
import type { GraphqlNode } from "./graphql-node.ts";

/** What is asked of a publication. */
export const publicationFields =
  "id state slug description body filename contentHash mediaType contentPath url tags size commentCount revision";

/** Every field by which a list, a count, a search or a suggestion could tell of a draft. */
const fieldsAbout = (secret: string): readonly string[] => [
  `publications(first: 50) { nodes { ${publicationFields} comments { nodes { body } } } edges { cursor } pageInfo { hasNextPage endCursor } }`,
  `publications(first: 50, types: [FILE]) { nodes { ${publicationFields} } }`,
  "publications(states: [DRAFT]) { nodes { id } }",
  "publications(states: [DRAFT, LOCAL, SIGNED]) { nodes { id } }",
  `publications(tag: "${secret}tag") { nodes { id } }`,
  'publications(tag: "harbour") { nodes { id } }',
  `timeline(first: 50) { nodes { ${publicationFields} } pageInfo { hasNextPage endCursor } }`,
  "timeline(states: [DRAFT]) { nodes { id } }",
  `media { nodes { thumbnails { sm md lg } ${publicationFields} } }`,
  `publication(slug: "${secret}") { ${publicationFields} }`,
  ...[
    secret,
    `"${secret}"`,
    `#${secret}tag`,
    `@${secret}`,
    `${secret.slice(0, 4)}`,
    "-nothing",
    "_draft",
    "#harbour",
    "harbour -ships",
  ].map(
    (query) =>
      `search(query: ${JSON.stringify(query)}, first: 50) { nodes { kind id title rank snippet { text } publication { id } } }`,
  ),
  ...[secret.slice(0, 3), `#${secret.slice(0, 3)}`, `@${secret.slice(0, 3)}`, "har"].map(
    (text) => `suggestions(text: ${JSON.stringify(text)}) { kind text }`,
  ),
  "comments(first: 50) { nodes { id body } }",
  "outbox(first: 50) { nodes { kind subject } }",
  "nodeStatus { installed outbox { pending done } }",
  "settings { enableRss }",
  "profile { title updatedAt }",
  "visitors { address }",
  "notifications { nodes { id } }",
  "unreadNotifications",
];

/** More fields of one document cost more than an anonymous caller may ask for. */
const fieldsPerDocument = 12;

/**
 * Every public reply that an anonymous caller and each kind of program get, with its headers.
 *
 * @param known publications whose pages are looked at
 * @param about.secret a word that is looked for
 * @throws Error if a document is refused as a whole
 */
export async function collectPublicReplies(
  node: GraphqlNode,
  known: readonly Publication[],
  { tokens, secret }: { tokens: ReadonlyArray<string | null>; secret: string },
): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {};
  for (const path of pathsOf(known, secret)) {
    for (const method of ["GET", "HEAD"]) seen[`${method} ${path}`] = await fetchFrom(node, path, { method });
  }
  const agents = { "user-agent": "ePress-Sync/1.0" };
  seen["index for the reference form"] = await fetchFrom(
    node,
    "/ewp/publications?since=1970-01-01T00:00:00Z",
    {
      headers: agents,
    },
  );
  const fields = fieldsAbout(secret);
  for (const [index, token] of tokens.entries()) {
    for (let first = 0; first < fields.length; first += fieldsPerDocument) {
      const asked = fields.slice(first, first + fieldsPerDocument);
      const document = `{ ${asked.map((field, at) => `field${at}: ${field}`).join(" ")} }`;
      const { data, errors } = await node.ask(document, {}, { token });
      if (!data) throw new Error(`There is no answer: ${JSON.stringify(errors)}`);
      for (const [at, field] of asked.entries()) {
        const own = errors.filter(({ path }) => path?.[0] === `field${at}`);
        seen[`caller ${index}: ${field}`] = {
          data: data[`field${at}`],
          codes: own.map(({ extensions }) => extensions?.code),
        };
      }
    }
  }
  return seen;
}

function pathsOf(known: readonly Publication[], secret: string): string[] {
  return [
    "/",
    "/?page=2",
    "/archive",
    "/tags/harbour",
    `/tags/${secret}tag`,
    `/search?q=${secret}`,
    "/search?q=harbour",
    ...[
      "/feed",
      "/feed.xml",
      "/rss",
      "/rss.xml",
      "/atom.xml",
      "/feed.json",
      "/sitemap.xml",
      "/robots.txt",
      "/search?q=",
    ].map((path) => (path.endsWith("=") ? path + secret : path)),
    "/ewp/profile",
    "/ewp/publications?since=0",
    "/ewp/publications?since=0&limit=1&page=2",
    "/readyz",
    "/api/install",
    "/api/visitors",
    `/slug/${secret}`,
    ...known.flatMap(({ id, slug, contentHash, timestamp }) => [
      `/publications/${id}`,
      `/publications/${id}/file`,
      `/api/contents/${id}`,
      `/api/contents/${id}?thumb=md`,
      `/publications/${contentHash}`,
      `/publications/${contentHash}/file`,
      ...(slug ? [`/slug/${slug}`] : []),
      ...["", "&thumb=sm", "&thumb=md", "&thumb=lg"].map(
        (thumb) => `/ewp/contents/${contentHash}?timestamp=${timestamp ?? 0}${thumb}`,
      ),
    ]),
  ];
}

/** A reply as it can be compared: its body as a hash, without what differs each time. */
export async function fetchFrom(node: GraphqlNode, path: string, options: RequestInit = {}) {
  const reply = await fetch(new URL(path, node.endpoint), { redirect: "manual", ...options });
  const headers = [...reply.headers].filter(
    ([name]) => !["date", "connection", "keep-alive", "x-request-id"].includes(name),
  );
  const body = createHash("sha256")
    .update(Buffer.from(await reply.arrayBuffer()))
    .digest("hex");
  return { status: reply.status, headers: Object.fromEntries(headers), body };
}
