import { createHash } from "node:crypto";
import { describeSkill, linkToPost, renderLlms, renderSkill } from "@freehold/web";
import type { FastifyInstance } from "fastify";
import { readPublicPosts, readSitePages } from "../../domain/publications/public-posts.ts";
import { limits } from "../../http/limits.ts";
import type { SiteContext } from "../../http/site/pages.ts";
import { addDocument } from "../../http/site/respond.ts";
import type { PublicPost } from "../../store/publications/public-posts.ts";

/** The first files that an agent reads: `/llms.txt`, `/SKILL.md` and the list of skills (agentskills.io, discovery 0.2.0). */
export function answerAgents(scope: FastifyInstance, ctx: SiteContext): void {
  const { pages } = ctx;
  const markdown = "text/markdown; charset=utf-8";

  async function toListed(post: PublicPost) {
    const { path, title } = linkToPost(await pages.toPost(post, "none"));
    return { path, title, summary: post.excerpt };
  }

  addDocument(
    scope,
    { url: "/llms.txt", mediaType: "text/plain; charset=utf-8", vary: [] },
    async (request) => {
      const found = await readPublicPosts(ctx, { limit: limits.listedPosts, offset: 0 });
      if (found === null) return null;
      const { posts, total } = found;
      const sitePages = await readSitePages(ctx);
      return await pages.made(request, { llms: posts, sitePages, total }, async (view) =>
        renderLlms(view, {
          posts: await Promise.all(posts.filter(({ kind }) => kind === "POST").map(toListed)),
          pages: await Promise.all(sitePages.map(toListed)),
          total,
        }),
      );
    },
  );
  for (const url of ["/SKILL.md", "/.well-known/agent-skills/freehold-node/SKILL.md"]) {
    addDocument(scope, { url, mediaType: markdown, vary: [] }, async (request) => {
      const view = await pages.ownedViewFor(request);
      return view && (await pages.cached(request, { skill: true }, async (owned) => renderSkill(owned)));
    });
  }
  const index = { url: "/.well-known/agent-skills/index.json", mediaType: "application/json", vary: [] };
  addDocument(scope, index, async (request) => {
    const view = await pages.ownedViewFor(request);
    return (
      view &&
      (await pages.cached(request, { skills: true }, async (owned) => {
        const digest = createHash("sha256").update(renderSkill(owned)).digest("hex");
        const skill = {
          ...describeSkill(owned),
          type: "skill-md",
          url: "/SKILL.md",
          digest: `sha256:${digest}`,
        };
        const schema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
        return `${JSON.stringify({ $schema: schema, skills: [skill] }, null, 2)}\n`;
      }))
    );
  });
}
