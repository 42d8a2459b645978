import { readTitle } from "../../domain/search/searchable-text.ts";
import { AppError } from "../../errors/errors.ts";
import { collectUpload, parseId } from "../../graphql/builder.ts";
import { defineEnum, defineObject } from "../../graphql/define-types.ts";
import { addMutation, addQuery } from "../../graphql/operations.ts";
import { PublicationRef } from "../../graphql/publications/publications.ts";
import { defineConnection, pageArgs } from "../../graphql/relay-connection.ts";
import {
  type AgentDraftView,
  attachPicture,
  findReplaced,
  readAgentDraft,
  readAgentDrafts,
  readAgentDraftText,
  requireAgent,
  saveAgentDraft,
} from "./drafts.ts";
import { agentLimits } from "./limits.ts";
import {
  countProposals,
  declineProposal,
  proposeDraft,
  readProposals,
  withdrawProposal,
} from "./proposals.ts";

const AgentDraftState = defineEnum("AgentDraftState", {
  draft: "The program works on it.",
  proposed: "It waits for the owner; the program can't change it until it withdraws it.",
  declined: "The owner declined it; `reason` says why.",
  taken: "The owner changed it. The program can no longer read its text.",
  published: "The owner published it.",
});

const AgentDraft = defineObject<AgentDraftView>("AgentDraft", {
  description: "A draft that a program wrote with a token, for this program and for the owner.",
  fields: {
    id: ["ID!", "Of the publication."],
    agent: ["String!", "The name of the program's token."],
    state: AgentDraftState,
    slug: "String",
    revision: ["BigInt!", "Send it back with a change or a proposal."],
    note: ["String!", "The program's note to the owner."],
    reason: ["String!", "The owner's reason, for the program."],
    isRevised: ["Boolean!", "Whether the text has changed since it was declined."],
    createdAt: "DateTime!",
    proposedAt: "DateTime",
    decidedAt: "DateTime",
  },
  computed: (t) => ({
    title: t.string({
      cost: 1,
      resolve: async (view, _args, { node, caller }) =>
        readTitle((await readAgentDraftText(node, view, caller)) ?? ""),
    }),
    body: t.string({
      nullable: true,
      cost: 1,
      description: "Markdown. Null for the program once the owner changed it.",
      resolve: (view, _args, { node, caller }) => readAgentDraftText(node, view, caller),
    }),
    replaces: t.field({
      type: PublicationRef,
      nullable: true,
      cost: 1,
      description: "The signed post that this is a new version of.",
      resolve: async ({ id }, _args, { node, loaders }) => {
        const replaced = await findReplaced(node, id);
        return replaced && (await loaders.publication.load(replaced.id));
      },
    }),
    publication: t.field({
      type: PublicationRef,
      nullable: true,
      description: "For the program: null until it is published.",
      resolve: ({ id }, _args, { loaders }) => loaders.publication.load(id),
    }),
  }),
});

const AgentDraftConnection = defineConnection("AgentDraft", AgentDraft);

addQuery("agentDrafts", {
  type: AgentDraftConnection,
  access: "draft:publications",
  description: "The drafts that this program wrote, newest first. A session has none.",
  args: pageArgs,
  resolve: (page, { node, caller }) => readAgentDrafts(node, page, requireAgent(caller)),
});

addQuery("agentDraft", {
  type: AgentDraft,
  access: "draft:publications",
  description: "A draft that this program wrote; for the owner, one of any program.",
  args: (t) => ({ id: t.arg.id({ required: true }) }),
  resolve: ({ id }, { node, caller }) => readAgentDraft(node, parseId(id), caller),
});

addQuery("proposals", {
  type: AgentDraftConnection,
  access: "owner",
  description: "The drafts of programs that wait for the owner, newest first.",
  args: pageArgs,
  resolve: (page, { node }) => readProposals(node, page),
});

addQuery("proposalCount", {
  type: "Int",
  access: "owner",
  description: "The number of programs' drafts that wait for the owner.",
  resolve: (_args, { node }) => countProposals(node),
});

addMutation("saveAgentDraft", {
  type: AgentDraft,
  access: "draft:publications",
  cost: 20,
  description: "Writes a draft of this program, which only the owner can publish.",
  input: (t) => ({
    id: t.id({ description: "Null for a new draft." }),
    body: t.string({ required: true, description: "Markdown; the first heading is the title." }),
    slug: t.string(),
    replaces: t.id({ description: "The signed post that this is a new version of." }),
    revision: t.field({
      type: "BigInt",
      description: "The revision of the draft as it was read; null for a new one.",
    }),
  }),
  resolve: ({ id, body, slug, replaces, revision }, { node, caller }) => {
    const key = { id: id ? parseId(id) : null, revision: revision ?? null };
    const text = {
      ...key,
      body,
      replaces: replaces ? parseId(replaces) : null,
      ...(slug !== undefined && { slug: slug || null }),
    };
    return saveAgentDraft(node, text, requireAgent(caller));
  },
});

const AttachedPicture = defineObject<Awaited<ReturnType<typeof attachPicture>>>("AttachedPicture", {
  fields: { id: "ID!", contentHash: "ContentHash!", description: "String!" },
  computed: (t) => ({
    markdown: t.string({
      description: "Put it into the text of a draft.",
      resolve: ({ description, address }) =>
        `![${description.replace(/\s+/g, " ").replace(/[\\[\]`*_<]/g, "\\$&")}](${address})`,
    }),
  }),
});

addMutation("attachPicture", {
  type: AttachedPicture,
  access: "draft:publications",
  cost: 20,
  description: "Stores a picture for a draft of this program. It is published with the text that shows it.",
  input: (t) => ({
    file: t.field({ type: "Upload", description: "PNG, JPEG, GIF, WebP or AVIF." }),
    description: t.string({ required: true, description: "A description, for people who can't see it." }),
  }),
  resolve: async ({ file, description }, { node, caller }) => {
    if (!file) throw new AppError("VALIDATION_FAILED", "A picture is sent as a file.");
    // One byte more than is taken shows that it is too large.
    const bytes = await collectUpload(file, agentLimits.pictureBytes + 1);
    const filename = file.filename ?? "picture";
    return await attachPicture(node, { bytes, filename, description }, requireAgent(caller));
  },
});

addMutation("proposeDraft", {
  type: AgentDraft,
  access: "propose:publications",
  cost: 20,
  description: "Proposes a draft of this program to the owner, who signs and publishes, or declines.",
  input: (t) => ({
    id: t.id({ required: true }),
    revision: t.field({ type: "BigInt", required: true }),
    note: t.string({ description: "A note to the owner." }),
  }),
  resolve: ({ id, revision, note }, { node, caller }) =>
    proposeDraft(node, { id: parseId(id), revision, note: note ?? "" }, requireAgent(caller)),
});

addMutation("withdrawProposal", {
  type: AgentDraft,
  access: "propose:publications",
  description: "Takes a proposal of this program back, so that it can be changed.",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: ({ id }, { node, caller }) => withdrawProposal(node, parseId(id), requireAgent(caller)),
});

addMutation("declineProposal", {
  type: AgentDraft,
  access: "owner",
  description: "Declines a proposal. The draft stays until it is deleted; its program reads the reason.",
  input: (t) => ({ id: t.id({ required: true }), reason: t.string() }),
  resolve: ({ id, reason }, { node }) => declineProposal(node, { id: parseId(id), reason: reason ?? "" }),
});
