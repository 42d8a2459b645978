import { randomBytes } from "node:crypto";
import type { Hash, Hex, TypedData } from "@freehold/protocol";
import { createSigner } from "../../../packages/node/src/domain/access/signer.ts";
import { readSetupCode } from "../../../packages/node/src/domain/installation/setup-code.ts";
import { signIn } from "../../../packages/node/test/support/sign-in.ts";
import { createWallet, type Wallet } from "../../../packages/node/test/support/wallet.ts";
import type { BenchNode } from "./bench-node.ts";
import type { Reply, Workspace } from "./workspace.ts";

/** A publication as its node acknowledged it. */
export interface Acknowledged {
  readonly id: string;
  readonly contentHash: Hash;
  /** Seconds; null until it is signed. */
  readonly timestamp: number | null;
}

/** The owner of a node with a wallet: everything goes over HTTP, and every promise that resolves was acknowledged. */
export interface Owner {
  readonly node: BenchNode;
  readonly wallet: Wallet;
  install(): Promise<void>;
  /** A session, which lasts for longer than a process. */
  signIn(): Promise<void>;
  /** @throws RefusedError when the answer is no success, another error when there is no answer */
  ask<T>(query: string, variables?: Record<string, unknown>): Promise<T>;
  write(body: string, state?: "DRAFT" | "LOCAL"): Promise<Acknowledged>;
  /** A file, signed by another call. */
  upload(bytes: Uint8Array<ArrayBuffer>, description: string): Promise<Acknowledged>;
  change(id: string, body: string): Promise<Acknowledged>;
  sign(id: string): Promise<Acknowledged>;
  destroy(id: string): Promise<void>;
  follow(url: string): Promise<string>;
  unfollow(address: string): Promise<string>;
  setTheme(defaultTheme: string): Promise<void>;
  /** Somebody with a wallet comments and confirms it. @returns the comment's id */
  comment(publicationId: string, body: string): Promise<string>;
  rename(title: string): Promise<void>;
}

/** The node answered, and did not do it. */
export class RefusedError extends Error {
  readonly status: number;
  readonly code: string;
  /** What the code alone does not tell, where the answer has it. */
  readonly reason: string | null;
  /** Seconds, where the answer says when to come again. */
  readonly retryAfter: number | null;
  constructor(status: number, code: string, reason: string | null, retryAfter: number | null) {
    super(`it answered ${status} ${code} ${reason ?? ""}`);
    this.status = status;
    this.code = code;
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}

interface Message {
  typedData: TypedData;
}

const fields = "id contentHash timestamp";

export function createOwner(workspace: Workspace, node: BenchNode): Owner {
  const wallet = createWallet(node.key);
  let token: string | null = null;

  async function post(
    path: string,
    body: unknown,
    more: Record<string, string> = {},
  ): Promise<Record<string, unknown>> {
    const headers = { ...(token !== null && { authorization: `Bearer ${token}` }), ...more };
    const content = body instanceof FormData ? { form: body } : { json: body };
    const call = { method: "POST", headers, timeoutMs: 90_000, ...content } as const;
    return readReply(await workspace.call(`${node.url}${path}`, call));
  }

  function readReply(reply: Reply): Record<string, unknown> {
    const body = readObject(reply.body);
    const [error] = (body.errors ?? []) as Array<{ extensions?: { code?: string; reason?: string } }>;
    if (reply.status !== 200 || error) {
      const after = reply.headers["retry-after"];
      const code = error?.extensions?.code ?? String(body.error ?? JSON.stringify(body).slice(0, 200));
      const { reason = null } = error?.extensions ?? {};
      throw new RefusedError(reply.status, code, reason, after === undefined ? null : Number(after));
    }
    return body;
  }

  const sign = async ({ typedData }: Message) => ({
    typedData,
    signature: (await wallet.signTypedData(typedData)) as Hex,
  });

  const owner: Owner = {
    node,
    wallet,
    async install() {
      // It wipes its key when it is done.
      using signer = createSigner(Uint8Array.from(node.key));
      const { url, name: title } = node;
      const about = { avatar: "", address: signer.address, url, title, description: "" };
      const settings = { defaultLanguage: "en", defaultTheme: "light", walletConnectProjectId: "" };
      const timestamp = Math.floor(Date.now() / 1000);
      const envelope = signer.sign("DATA", { node: about, settings, timestamp });
      const code = await readSetupCode({ config: { dataDir: node.dataDir } });
      await post("/api/install", envelope, { "x-setup-code": code });
    },
    async signIn() {
      token = await signIn(owner.ask, wallet);
    },
    async ask<T>(query: string, variables = {}) {
      return (await post("/api/graphql", { query, variables })).data as T;
    },
    async write(body, state = "LOCAL") {
      const made = await owner.ask<{ createPublication: Acknowledged }>(
        `mutation M($input: CreatePublicationInput!) { createPublication(input: $input) { ${fields} } }`,
        { input: { type: "POST", body, state } },
      );
      return made.createPublication;
    },
    async upload(bytes, description) {
      const query = `mutation M($input: CreatePublicationInput!) { createPublication(input: $input) { ${fields} } }`;
      const form = new FormData();
      const input = { type: "FILE", file: null, description };
      form.set("operations", JSON.stringify({ query, variables: { input } }));
      form.set("map", JSON.stringify({ 0: ["variables.input.file"] }));
      form.set("0", new Blob([bytes]), "file.bin");
      const { data } = (await post("/api/graphql", form)) as { data: { createPublication: Acknowledged } };
      return data.createPublication;
    },
    async change(id, body) {
      const changed = await owner.ask<{ updatePublication: Acknowledged }>(
        `mutation M($input: UpdatePublicationInput!) { updatePublication(input: $input) { ${fields} } }`,
        { input: { id, body } },
      );
      return changed.updatePublication;
    },
    async sign(id) {
      const asked = await owner.ask<{ publicationsToSign: Array<{ message: Message }> }>(
        "query Q($ids: [ID!]!) { publicationsToSign(ids: $ids) { message { typedData } } }",
        { ids: [id] },
      );
      const [first] = asked.publicationsToSign;
      if (!first) throw new Error("There is nothing to sign.");
      const signed = await owner.ask<{ signPublication: { publication: Acknowledged } }>(
        `mutation M($input: SignPublicationInput!) { signPublication(input: $input) { publication { ${fields} } } }`,
        { input: { id, message: await sign(first.message) } },
      );
      return signed.signPublication.publication;
    },
    async destroy(id) {
      await owner.ask(
        "mutation M($input: DestroyPublicationInput!) { destroyPublication(input: $input) { id } }",
        { input: { id } },
      );
    },
    async follow(url) {
      const { connectionToSign } = await owner.ask<{ connectionToSign: { message: Message } }>(
        "query Q($url: String!) { connectionToSign(url: $url) { message { typedData } } }",
        { url },
      );
      const { followNode } = await owner.ask<{ followNode: { state: string } }>(
        "mutation M($input: FollowNodeInput!) { followNode(input: $input) { state } }",
        { input: { message: await sign(connectionToSign.message) } },
      );
      return followNode.state;
    },
    async unfollow(address) {
      const { connectionEndToSign } = await owner.ask<{ connectionEndToSign: Message }>(
        "query Q($address: Address!) { connectionEndToSign(address: $address, owner: FOLLOWER) { typedData } }",
        { address },
      );
      const { destroyConnection } = await owner.ask<{ destroyConnection: { state: string } }>(
        "mutation M($input: DestroyConnectionInput!) { destroyConnection(input: $input) { state } }",
        { input: { message: await sign(connectionEndToSign) } },
      );
      return destroyConnection.state;
    },
    async setTheme(defaultTheme) {
      await owner.ask(
        "mutation M($input: UpdateSettingsInput!) { updateSettings(input: $input) { defaultTheme } }",
        { input: { defaultTheme } },
      );
    },
    async comment(publicationId, body) {
      const commenter = createWallet(randomBytes(32));
      const { createComment } = await owner.ask<{
        createComment: { comment: { id: string }; typedData: TypedData };
      }>(
        "mutation M($input: CreateCommentInput!) { createComment(input: $input) { comment { id } typedData } }",
        { input: { publicationId, body, authType: "ETHEREUM", authorId: commenter.address } },
      );
      const { id } = createComment.comment;
      const tokenOrSignature = await commenter.signTypedData(createComment.typedData);
      await owner.ask("mutation M($input: ConfirmCommentInput!) { confirmComment(input: $input) { id } }", {
        input: { id, tokenOrSignature },
      });
      return id;
    },
    async rename(title) {
      const { profileToSign } = await owner.ask<{ profileToSign: Message[] }>(
        "query Q($title: String) { profileToSign(title: $title) { typedData } }",
        { title },
      );
      const messages = await Promise.all(profileToSign.map(sign));
      await owner.ask(
        "mutation M($input: UpdateProfileInput!) { updateProfile(input: $input) { profile { title } } }",
        { input: { messages } },
      );
    },
  };
  return owner;
}

function readObject(bytes: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(bytes.toString("utf8")) as Record<string, unknown>;
  } catch {
    return {};
  }
}
