import { contentHash } from "@freehold/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type GraphqlNode, openGraphqlNode } from "../../../test/support/graphql-node.ts";
import { presentPublication } from "../../domain/publications/present.ts";
import { agentLimits } from "./limits.ts";

let node: GraphqlNode;
let owner: string;
let agent: string;
let other: string;

beforeAll(async () => {
  node = await openGraphqlNode();
  owner = await node.signIn();
  agent = await node.token("draft:publications", "propose:publications");
  other = await node.token("draft:publications", "propose:publications");
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

interface Draft {
  id: string;
  agent: string;
  state: string;
  title: string;
  body: string | null;
  slug: string | null;
  revision: number;
  note: string;
  reason: string;
  isRevised: boolean;
  publication: { url: string | null } | null;
}

const fields = "id agent state title body slug revision note reason isRevised publication { url }";

async function run(name: string, input: object, token: string): Promise<{ draft: Draft; codes: unknown[] }> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation M($input: ${type}!) { draft: ${name}(input: $input) { ${fields} } }`;
  const { data, codes } = await node.ask(query, { input }, { token });
  return { draft: data?.draft as Draft, codes };
}

async function read(id: string, token: string): Promise<{ draft: Draft | null; codes: unknown[] }> {
  const { data, codes } = await node.ask(
    `query ($id: ID!) { draft: agentDraft(id: $id) { ${fields} } }`,
    { id },
    { token },
  );
  return { draft: (data?.draft ?? null) as Draft | null, codes };
}

const write = (body: string, more: object = {}, token = agent) =>
  run("saveAgentDraft", { body, ...more }, token);

async function proposed(body: string): Promise<Draft> {
  const { draft } = await write(body);
  return (await run("proposeDraft", { id: draft.id, revision: draft.revision, note: "Please look." }, agent))
    .draft;
}

const waiting = async () =>
  (
    await node.ask(
      "{ proposalCount proposals(first: 50) { nodes { id agent title note state } } }",
      {},
      { token: owner },
    )
  ).data as { proposalCount: number; proposals: { nodes: { id: string }[] } };

describe("a program's draft", () => {
  it("is written, changed with its revision, proposed, found by the owner, and published by nobody else", async () => {
    const { draft } = await write("# Tides\r\nHigh at noon.", { slug: "tides" });
    expect(draft).toMatchObject({ agent: "a program", state: "DRAFT", title: "Tides", slug: "tides" });
    expect(draft.body).toBe("# Tides\nHigh at noon.");
    const stale = await write("# Tides", { id: draft.id, revision: draft.revision - 1 });
    expect(stale.codes).toEqual(["CONFLICT"]);
    const changed = (await write("# Tides, again", { id: draft.id, revision: draft.revision })).draft;
    const unread = await run("proposeDraft", { id: draft.id, revision: draft.revision }, agent);
    expect(unread.codes).toEqual(["CONFLICT"]);
    const { draft: open } = await run(
      "proposeDraft",
      { id: draft.id, revision: changed.revision, note: " Done. " },
      agent,
    );
    expect(open).toMatchObject({ state: "PROPOSED", note: "Done.", publication: null });
    expect((await waiting()).proposals.nodes).toMatchObject([
      { id: draft.id, agent: "a program", title: "Tides, again" },
    ]);
    const { data } = await node.ask(
      "{ notifications(first: 1) { nodes { type data } } }",
      {},
      { token: owner },
    );
    expect(data?.notifications).toMatchObject({
      nodes: [
        {
          type: "PROPOSAL",
          data: { publicationId: Number(draft.id), agent: "a program", title: "Tides, again" },
        },
      ],
    });
    const publish =
      "mutation M($input: UpdatePublicationInput!) { updatePublication(input: $input) { url } }";
    const all = await node.token("draft:publications", "propose:publications", "update:publications");
    const asAgent = await node.ask(publish, { input: { id: draft.id, state: "LOCAL" } }, { token: all });
    expect(asAgent.codes).toEqual(["NOT_FOUND"]);
    await node.ask(
      publish,
      { input: { id: draft.id, state: "LOCAL", revision: open.revision } },
      { token: owner },
    );
    const done = await read(draft.id, agent);
    expect(done.draft).toMatchObject({
      state: "PUBLISHED",
      publication: { url: "https://ada.example/slug/tides" },
    });
    expect(await waiting()).toMatchObject({ proposalCount: 0, proposals: { nodes: [] } });
    expect((await write("# Late", { id: draft.id, revision: open.revision })).codes).toEqual(["CONFLICT"]);
  });

  it("can't be changed while it waits; it is withdrawn first", async () => {
    const open = await proposed("# First");
    expect((await write("# Swapped", { id: open.id, revision: open.revision })).codes).toEqual(["CONFLICT"]);
    expect((await run("proposeDraft", { id: open.id, revision: open.revision }, agent)).codes).toEqual([
      "CONFLICT",
    ]);
    const { draft } = await run("withdrawProposal", { id: open.id }, agent);
    expect(draft).toMatchObject({ state: "DRAFT" });
    expect((await run("withdrawProposal", { id: open.id }, agent)).codes).toEqual(["CONFLICT"]);
    const second = await write("# Second", { id: open.id, revision: draft.revision });
    expect(second.draft.title).toBe("Second");
  });

  it("is declined with a reason that the program reads, and can come again", async () => {
    const open = await proposed("# No");
    const declined = await run("declineProposal", { id: open.id, reason: " Too short. " }, owner);
    expect(declined.draft).toMatchObject({ state: "DECLINED", reason: "Too short.", isRevised: false });
    expect((await run("declineProposal", { id: open.id }, owner)).codes).toEqual(["CONFLICT"]);
    expect((await read(open.id, agent)).draft).toMatchObject({ state: "DECLINED", reason: "Too short." });
    const longer = (await write("# No\nBut longer.", { id: open.id, revision: open.revision })).draft;
    expect(longer).toMatchObject({ state: "DRAFT", isRevised: true });
    const again = await run("proposeDraft", { id: open.id, revision: longer.revision }, agent);
    expect(again.draft).toMatchObject({ state: "PROPOSED", isRevised: true });
    const history = "query ($id: ID!) { savedVersions(publicationId: $id) { id } }";
    const kept = await node.ask(history, { id: open.id }, { token: owner });
    expect(kept.data?.savedVersions).toHaveLength(1);
  });

  it("is the owner's from the first change that the owner makes, and tells the program nothing of it", async () => {
    const open = await proposed("# Mine");
    await node.ask(
      "mutation M($input: SaveDraftInput!) { saveDraft(input: $input) { id } }",
      { input: { id: open.id, body: "# Mine\nA secret.", revision: open.revision } },
      { token: owner },
    );
    const { draft } = await read(open.id, agent);
    expect(draft).toMatchObject({ state: "TAKEN", body: null, title: "", publication: null });
    for (const codes of [
      (await run("withdrawProposal", { id: open.id }, agent)).codes,
      (await write("# Over it", { id: open.id, revision: draft?.revision ?? 0 })).codes,
    ]) {
      expect(codes).toEqual(["CONFLICT"]);
    }
    expect((await read(open.id, owner)).draft?.body).toBe("# Mine\nA secret.");
  });

  it("is signed as it was shown or not at all", async () => {
    const open = await proposed("# Shown");
    const query =
      "query ($ids: [ID!]!, $h: [String!]) { publicationsToSign(ids: $ids, contentHashes: $h) { id } }";
    const hashOf = (text: string) => contentHash(new TextEncoder().encode(text));
    const ask = (h: string[]) => node.ask(query, { ids: [open.id], h }, { token: owner });
    expect((await ask([hashOf("# Shown")])).data?.publicationsToSign).toEqual([{ id: open.id }]);
    expect((await ask([hashOf("# Swapped")])).codes).toEqual(["CONFLICT"]);
    expect((await ask([""])).codes).toEqual([]);
  });

  it("is no other program's, and no draft of the owner's is a program's", async () => {
    const { draft } = await write("# Private");
    const own = await node.publish("# The owner's", { state: "draft" });
    for (const id of [draft.id, String(own.id), "999999"]) {
      expect((await read(id, other)).codes).toEqual(["NOT_FOUND"]);
      expect((await write("# Stolen", { id, revision: draft.revision }, other)).codes).toEqual(["NOT_FOUND"]);
      expect((await run("proposeDraft", { id, revision: draft.revision }, other)).codes).toEqual([
        "NOT_FOUND",
      ]);
      expect((await run("withdrawProposal", { id }, other)).codes).toEqual(["NOT_FOUND"]);
    }
    expect((await read(draft.id, agent)).draft).toEqual(draft);
    const list = "{ agentDrafts(first: 100) { nodes { id } } }";
    expect((await node.ask(list, {}, { token: other })).data?.agentDrafts).toEqual({ nodes: [] });
    expect((await node.ask(list, {}, { token: owner })).codes).toEqual(["FORBIDDEN"]);
    expect((await write("# The owner writes elsewhere", {}, owner)).codes).toEqual(["FORBIDDEN"]);
    expect((await run("declineProposal", { id: draft.id }, agent)).codes).toEqual(["FORBIDDEN"]);
  });

  it("answers 403 where a token lacks the scope of the one thing asked for, and nothing was done", async () => {
    const create = 'mutation { createPublication(input: { type: POST, body: "# x" }) { id } }';
    expect(await node.ask(create, {}, { token: agent })).toMatchObject({ status: 403, codes: ["FORBIDDEN"] });
    // The first of two mutations was done.
    const save = 'saveAgentDraft(input: { body: "# Two" }) { id }';
    const both = create.replace("{ createPub", `{ ${save} createPub`);
    expect(await node.ask(both, {}, { token: agent })).toMatchObject({ status: 200, codes: ["FORBIDDEN"] });
    expect(await node.ask(`mutation { ${save} }`, {}, { token: owner })).toMatchObject({ status: 200 });
  });

  it("is the owner's as well where the owner presents it", async () => {
    const { draft } = await write("# Presented");
    await presentPublication(node.ctx, Number(draft.id), { excerpt: "A summary" });
    expect((await read(draft.id, agent)).draft?.state).toMatch(/^(TAKEN|DRAFT)$/);
  });
});

describe("a picture of a program", () => {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );

  async function attach(bytes: Buffer<ArrayBuffer>, description: string) {
    const form = new FormData();
    const query =
      "mutation M($input: AttachPictureInput!) { attachPicture(input: $input) { id contentHash markdown } }";
    form.set("operations", JSON.stringify({ query, variables: { input: { file: null, description } } }));
    form.set("map", '{"0":["variables.input.file"]}');
    form.set("0", new Blob([bytes]), "tide.png");
    const headers = { authorization: `Bearer ${agent}` };
    const reply = await fetch(node.endpoint, { method: "POST", headers, body: form });
    return (await reply.json()) as {
      data: { attachPicture: Record<string, string> | null };
      errors?: { extensions: { code: string } }[];
    };
  }

  it("is stored as a draft that only the owner sees", async () => {
    const { data } = await attach(png, "High [tide]");
    expect(data.attachPicture?.markdown).toBe(
      `![High \\[tide\\]](https://ada.example/ewp/contents/${data.attachPicture?.contentHash})`,
    );
    const state = "query ($id: ID!) { publication(id: $id) { state filename description } }";
    const { id } = data.attachPicture ?? {};
    expect((await node.ask(state, { id }, { token: agent })).data?.publication).toBeNull();
    expect((await node.ask(state, { id }, { token: owner })).data?.publication).toEqual({
      state: "DRAFT",
      filename: "tide.png",
      description: "High [tide]",
    });
  });

  it("is refused without a description, for other bytes, and one byte over the limit", async () => {
    const codesOf = async (bytes: Buffer<ArrayBuffer>, description: string) =>
      (await attach(bytes, description)).errors?.map(({ extensions }) => extensions.code);
    expect(await codesOf(png, " ")).toEqual(["VALIDATION_FAILED"]);
    expect(await codesOf(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "A drawing")).toEqual([
      "VALIDATION_FAILED",
    ]);
    const large = Buffer.concat([png, Buffer.alloc(agentLimits.pictureBytes + 1 - png.length)]);
    expect(await codesOf(large, "Large")).toEqual(["TOO_LARGE"]);
    expect(await codesOf(large.subarray(0, -1), "As large as may be")).toBeUndefined();
  });
});

describe("what a program may leave", () => {
  it("is bounded: proposals, drafts, the words beside them", async () => {
    const flood = await node.token("draft:publications", "propose:publications");
    const drafts: Draft[] = [];
    for (let number = 1; number <= agentLimits.drafts; number += 1) {
      drafts.push((await write(`# ${number}`, {}, flood)).draft);
    }
    expect((await write("# One more", {}, flood)).codes).toEqual(["TOO_MANY"]);
    const propose = ({ id, revision }: Draft, note = "") =>
      run("proposeDraft", { id, revision, note }, flood);
    const [first, ...rest] = drafts;
    if (!first) throw new Error("There are some.");
    expect((await propose(first, "n".repeat(agentLimits.noteLength + 1))).codes).toEqual([
      "VALIDATION_FAILED",
    ]);
    expect((await propose(first, "n".repeat(agentLimits.noteLength))).codes).toEqual([]);
    for (const draft of rest.slice(0, agentLimits.proposals - 1))
      expect((await propose(draft)).codes).toEqual([]);
    const last = drafts.at(-1);
    if (!last) throw new Error("There are some.");
    expect((await propose(last)).codes).toEqual(["TOO_MANY"]);
    const reason = "r".repeat(agentLimits.reasonLength + 1);
    expect((await run("declineProposal", { id: first.id, reason }, owner)).codes).toEqual([
      "VALIDATION_FAILED",
    ]);
    await run("declineProposal", { id: first.id, reason: reason.slice(1) }, owner);
    expect((await propose(last)).codes).toEqual([]);
    expect((await write("# There is room", {}, flood)).codes).toEqual([]);
    // A declined draft counts again once it is changed.
    expect((await write("# Back", { id: first.id, revision: first.revision }, flood)).codes).toEqual([
      "TOO_MANY",
    ]);
  });
});
