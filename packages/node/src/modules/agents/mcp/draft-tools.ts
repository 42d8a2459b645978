import { graphql } from "@freehold/client";
import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { limits } from "../../../domain/limits.ts";
import { Upload } from "../../../graphql/builder.ts";
import { agentLimits } from "../limits.ts";
import { type AgentAccess, answer, attempt } from "./ask.ts";

const writes = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };

const id = z
  .string()
  .regex(/^[0-9]{1,15}$/)
  .describe("The draft's id.");
const revision = z
  .int()
  .describe("The draft's revision as it was read, so that no newer text is overwritten.");

/** A draft as an agent sees it, without its text. */
const draft = graphql(`fragment Draft on AgentDraft {
  id state title slug revision note reason createdAt proposedAt decidedAt replaces { id url } publication { url }
}`);
const draftsQuery = graphql(
  `query ($first: Int!, $after: String) {
    list: agentDrafts(first: $first, after: $after) {
      nodes { ...Draft } pageInfo { hasNextPage endCursor }
    }
  }`,
  [draft],
);
const draftQuery = graphql("query ($id: ID!) { draft: agentDraft(id: $id) { ...Draft body } }", [draft]);
const saveDraft = graphql(
  "mutation ($input: SaveAgentDraftInput!) { draft: saveAgentDraft(input: $input) { ...Draft } }",
  [draft],
);
const proposeDraft = graphql(
  "mutation ($input: ProposeDraftInput!) { draft: proposeDraft(input: $input) { ...Draft } }",
  [draft],
);
const withdrawProposal = graphql(
  "mutation ($input: WithdrawProposalInput!) { draft: withdrawProposal(input: $input) { ...Draft } }",
  [draft],
);
const attachPicture = graphql(
  "mutation ($input: AttachPictureInput!) { picture: attachPicture(input: $input) { id contentHash markdown } }",
);

/** The tools with which an agent writes drafts of its own and, where it may, proposes them. None publishes or signs. */
export function addDraftTools(server: McpServer, access: AgentAccess): void {
  const { ask } = access;

  server.registerTool(
    "list_drafts",
    {
      title: "List drafts",
      description:
        "Lists the drafts that this token wrote, newest first: their state, and the owner's reason where one was declined.",
      inputSchema: z.object({
        limit: z.int().min(1).max(limits.pageItems).default(20),
        after: z.string().optional().describe("`next` of the page before."),
      }),
      annotations: { ...writes, readOnlyHint: true, idempotentHint: true },
    },
    ({ limit: first, after }) =>
      attempt(async () => {
        const { list } = await ask(draftsQuery, { first, after });
        const { hasNextPage, endCursor } = list.pageInfo;
        return answer({ drafts: list.nodes, ...(hasNextPage && { next: endCursor }) });
      }),
  );

  server.registerTool(
    "read_draft",
    {
      title: "Read a draft",
      description: "Reads a draft that this token wrote, with its Markdown and revision.",
      inputSchema: z.object({ id }),
      annotations: { ...writes, readOnlyHint: true, idempotentHint: true },
    },
    (wanted) =>
      attempt(async () => {
        const reply = await ask(draftQuery, wanted);
        return answer(reply.draft);
      }),
  );

  server.registerTool(
    "write_draft",
    {
      title: "Write a draft",
      description:
        "Begins a draft, or replaces the text of one that this token wrote. Nobody but the owner sees it. A draft that was proposed must be withdrawn first.",
      inputSchema: z.object({
        body: z
          .string()
          .min(1)
          .describe("The whole text in Markdown. The first heading is the title; #tags stand in the text."),
        slug: z
          .string()
          .max(limits.slugLength)
          .optional()
          .describe("The last part of its address; made from the title without one."),
        id: id.optional().describe("The id of the draft to change; without it, a new one begins."),
        replaces: z
          .string()
          .regex(/^[0-9]{1,15}$/)
          .optional()
          .describe("The id of a signed post of this node: the draft is a new version of it."),
        revision: revision.optional(),
      }),
      annotations: writes,
    },
    (input) =>
      attempt(async () => {
        const reply = await ask(saveDraft, { input });
        return answer(reply.draft);
      }),
  );

  server.registerTool(
    "attach_picture",
    {
      title: "Attach a picture",
      description:
        "Stores a picture (PNG, JPEG, GIF, WebP, AVIF) and returns the Markdown that shows it: put that into a draft with write_draft.",
      inputSchema: z.object({
        data: z.base64().describe(`The bytes in base64; up to ${agentLimits.pictureBytes} bytes.`),
        filename: z.string().min(1).max(limits.filenameLength),
        description: z
          .string()
          .min(1)
          .max(limits.descriptionLength)
          .describe("What it shows, for people who don't see it."),
      }),
      annotations: writes,
    },
    ({ data, filename, description }) =>
      attempt(async () => {
        const bytes = Buffer.from(data, "base64");
        const file = new Upload({
          filename,
          mediaType: null,
          source: (async function* () {
            yield bytes;
          })(),
        });
        const { picture } = await ask(attachPicture, {
          // The schema takes an upload of its own here, as it does from a form.
          input: { file: file as unknown as Blob, description },
        });
        return answer(picture);
      }),
  );

  if (access.mayPropose) addProposals(server, access);
}

function addProposals(server: McpServer, { ask, url }: AgentAccess): void {
  const queue = new URL("console/posts/proposals", url).href;

  server.registerTool(
    "propose_draft",
    {
      title: "Propose a draft",
      description:
        "Proposes a draft to the owner, who reads it, then signs and publishes it or declines it. This does not publish it. Until it is withdrawn or declined it can't be changed.",
      inputSchema: z.object({
        id,
        revision,
        note: z
          .string()
          .max(agentLimits.noteLength)
          .optional()
          .describe("What the owner should know: why, from which sources."),
      }),
      annotations: writes,
    },
    (input) =>
      attempt(async () => {
        const reply = await ask(proposeDraft, { input });
        return answer({
          ...reply.draft,
          next: `It waits for the owner at ${queue}. Only the owner can publish it.`,
        });
      }),
  );

  server.registerTool(
    "withdraw_proposal",
    {
      title: "Withdraw a proposal",
      description: "Takes a proposal back, so that its draft can be changed.",
      inputSchema: z.object({ id }),
      annotations: writes,
    },
    (input) =>
      attempt(async () => {
        const reply = await ask(withdrawProposal, { input });
        return answer(reply.draft);
      }),
  );
}
