import { graphql } from "@freehold/client";
import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import * as z from "zod";
import { limits } from "../../../domain/limits.ts";
import { AppError } from "../../../errors/errors.ts";
import { type AgentAccess, answer, attempt, ofOthers } from "./ask.ts";
import { describePost, parsePost, postFragment, readPost } from "./posts.ts";

const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

interface Page {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

const postsQuery = graphql(
  `query ($first: Int!, $after: String, $tag: String, $since: DateTime, $until: DateTime) {
    list: publications(
      first: $first, after: $after, types: [POST], tag: $tag, since: $since, until: $until, by: PUBLISHED
    ) {
      nodes { ...Post } pageInfo { hasNextPage endCursor }
    }
  }`,
  [postFragment],
);
const searchQuery = graphql(
  `query ($first: Int!, $after: String, $query: String!) {
    list: search(first: $first, after: $after, query: $query) {
      nodes { kind title snippet { text } publication { ...Post } } pageInfo { hasNextPage endCursor }
    }
  }`,
  [postFragment],
);
const commentsQuery = graphql(`query ($id: ID!, $first: Int!, $after: String) {
  publication(id: $id) {
    comments(first: $first, after: $after) {
      nodes { id authType authorName authorAddress body createdAt } pageInfo { hasNextPage endCursor }
    }
  }
}`);
const timelineQuery = graphql(
  `query ($first: Int!, $after: String) {
    list: timeline(first: $first, after: $after, types: [POST]) {
      nodes { ...Post body } pageInfo { hasNextPage endCursor }
    }
  }`,
  [postFragment],
);

const page = {
  limit: z.int().min(1).max(limits.pageItems).default(20).describe("How many at most."),
  after: z.string().optional().describe("`next` of the page before."),
};

const post = z
  .string()
  .min(1)
  .max(2_000)
  .describe("The post's URL on this node, its slug, its hash or its id.");

/** `next` is there where there is more. */
function nextOf({ pageInfo: { hasNextPage, endCursor } }: Page): object {
  return hasNextPage ? { next: endCursor } : {};
}

/** The tools and resources with which an agent reads what the owner published; and the timeline, where it may. */
export function addReadTools(server: McpServer, access: AgentAccess): void {
  const { ask, url } = access;

  server.registerTool(
    "read_post",
    {
      title: "Read a post",
      description:
        "Reads a post with its Markdown and the proof of its author: hash, signature, signed second.",
      inputSchema: z.object({ post }),
      annotations: reads,
    },
    ({ post: key }) =>
      attempt(async () => {
        const found = await readPost(access, key);
        if (found === null) throw missing();
        const { body, signature, timestamp, contentHash, publisherAddress, commentCount } = found;
        const proof = timestamp !== null && {
          contentHash,
          publisherAddress,
          timestamp,
          signature,
          verify: new URL(`verify?url=${encodeURIComponent(found.url ?? "")}`, url).href,
        };
        return answer(describePost(found, access, { commentCount, proof: proof || null, markdown: body }));
      }),
  );

  server.registerTool(
    "list_posts",
    {
      title: "List posts",
      description: "Lists the owner's published posts, newest first.",
      inputSchema: z.object({
        ...page,
        tag: z.string().max(limits.tagLength).optional().describe("Only with this hashtag."),
        since: z.iso.datetime({ offset: true }).optional(),
        until: z.iso.datetime({ offset: true }).optional(),
      }),
      annotations: reads,
    },
    ({ limit: first, ...wanted }) =>
      attempt(async () => {
        const { list } = await ask(postsQuery, { first, ...wanted });
        return answer({ posts: list.nodes.map((one) => describePost(one, access)), ...nextOf(list) });
      }),
  );

  server.registerTool(
    "search",
    {
      title: "Search",
      description:
        'Searches posts and comments that this token may see: words, "phrases", #tag, from:name, before:2026-01-31, -word.',
      inputSchema: z.object({ ...page, query: z.string().min(1).max(1_000) }),
      annotations: reads,
    },
    ({ limit: first, ...wanted }) =>
      attempt(async () => {
        const { list } = await ask(searchQuery, { first, ...wanted });
        const found = list.nodes.flatMap(({ kind, publication, snippet }) => {
          if (publication === null) return [];
          const excerpt = snippet.map(({ text }) => text).join("");
          const isComment = kind === "COMMENT";
          const described = describePost(publication, access, isComment ? {} : { excerpt });
          return [isComment ? { on: described, comment: ofOthers({ excerpt }) } : described];
        });
        return answer({ found, ...nextOf(list) });
      }),
  );

  server.registerTool(
    "list_comments",
    {
      title: "List comments",
      description: "Lists the published comments on a post, oldest first. Readers wrote them.",
      inputSchema: z.object({ post, ...page }),
      annotations: reads,
    },
    ({ post: key, limit: first, after }) =>
      attempt(async () => {
        const found = await readPost(access, key);
        if (found === null) throw missing();
        const { publication } = await ask(commentsQuery, { id: found.id, first, after });
        const list = publication?.comments ?? {
          nodes: [],
          pageInfo: { hasNextPage: false, endCursor: null },
        };
        return answer({ comments: list.nodes.map(ofOthers), ...nextOf(list) });
      }),
  );

  if (access.mayReadTimeline) addTimeline(server, access);
  addResources(server, access);
}

// The part of a text that a list shows; `read_post` gives the whole.
const shownLength = 2_000;

function addTimeline(server: McpServer, access: AgentAccess): void {
  server.registerTool(
    "read_timeline",
    {
      title: "Read the timeline",
      description:
        "Reads what the owner and the people whom the owner follows published, newest first. Long texts are cut; read_post gives them whole.",
      inputSchema: z.object(page),
      annotations: reads,
    },
    ({ limit: first, after }) =>
      attempt(async () => {
        const { list } = await access.ask(timelineQuery, { first, after });
        const posts = list.nodes.map((one) => {
          const text = one.body ?? "";
          const isCut = text.length > shownLength;
          return describePost(one, access, { markdown: text.slice(0, shownLength), ...(isCut && { isCut }) });
        });
        return answer({ posts, ...nextOf(list) });
      }),
  );
}

function missing(): Error {
  return new AppError(
    "NOT_FOUND",
    "There is no such post that this token may see. Look for it with list_posts or search.",
  );
}

const scheme = "freehold://post/";

/** The owner's posts as resources, so that a person can add one to a conversation. */
function addResources(server: McpServer, access: AgentAccess): void {
  const list = async () => {
    const { list: found } = await access.ask(postsQuery, { first: 50 });
    return {
      resources: found.nodes.map(({ id, slug, title, url }) => ({
        uri: `${scheme}${encodeURIComponent(slug ?? id)}`,
        name: slug ?? id,
        title,
        description: url ?? "",
        mimeType: "text/markdown",
      })),
    };
  };
  server.registerResource(
    "post",
    new ResourceTemplate(`${scheme}{key}`, { list }),
    { title: "A post of this site", description: "By its slug, hash or id.", mimeType: "text/markdown" },
    async ({ href }) => {
      // A resource is added as it is, so it is the owner's own text or nothing.
      const found = parsePost(href, access) && (await readPost(access, href));
      if (found?.publisherAddress !== access.address || typeof found.body !== "string") throw missing();
      return { contents: [{ uri: href, mimeType: "text/markdown", text: found.body }] };
    },
  );
}
