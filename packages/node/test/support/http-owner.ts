import { randomBytes } from "node:crypto";
import { type Address, contentHash, type Hash, type Hex, type TypedData } from "@freehold/protocol";
import { readSetupCode } from "../../src/domain/installation/setup-code.ts";
import { signIn } from "./sign-in.ts";
import type { TestFetch } from "./test-node.ts";
import { createWallet, type Wallet } from "./wallet.ts";

/** A publication as its node acknowledged it. */
export interface Acknowledged {
  readonly id: string;
  readonly contentHash: Hash;
  /** Seconds; null until it is signed. */
  readonly timestamp: number | null;
}

/** A file of a publication: its bytes, with the name and the type that a browser would send. */
export interface OwnerFile {
  readonly bytes: Uint8Array;
  readonly filename?: string | undefined;
  readonly mediaType?: string | undefined;
}

export interface Message {
  readonly typedData: TypedData;
}

/** The owner of a node with a wallet: everything goes over HTTP, and every promise that resolves was acknowledged. */
export interface HttpOwner {
  readonly wallet: Wallet;
  /** @param envelope DATA, signed */
  install(envelope: unknown): Promise<void>;
  /** A session, which lasts for longer than a process. */
  signIn(): Promise<void>;
  /** @throws RefusedError when the answer is no success, another error when there is no answer */
  ask<T>(query: string, variables?: Record<string, unknown>): Promise<T>;
  /** Creates a post (a text) or a file, which another call signs. */
  create(content: string | OwnerFile, input?: Record<string, unknown>): Promise<Acknowledged>;
  change(id: string, body: string): Promise<Acknowledged>;
  sign(id: string): Promise<Acknowledged>;
  destroy(id: string): Promise<void>;
  prepareFollow(url: string): Promise<Message>;
  follow(message: Message): Promise<{ state: string; reason: string | null }>;
  /** @param side the owner's */
  endFollow(peer: Address, side: "FOLLOWER" | "FOLLOWEE"): Promise<void>;
  setTheme(defaultTheme: string): Promise<void>;
  /** Somebody with a wallet comments and confirms it. @returns the comment's id */
  comment(publicationId: string, body: string): Promise<string>;
  rename(title: string): Promise<void>;
}

/** The node answered, and did not do it. */
export class RefusedError extends Error {
  readonly status: number;
  readonly code: string;
  /** The detail that the code alone does not tell, where the answer has one. */
  readonly reason: string | null;
  /** The sentence of an error of GraphQL; null for another error. */
  readonly sentence: string | null;
  /** Seconds, where the answer says when to come again. */
  readonly retryAfter: number | null;
  constructor({ status, headers, json, body }: Awaited<ReturnType<TestFetch>>) {
    const answer = Object(json) as { error?: unknown; errors?: readonly GraphqlFailure[] };
    const [error] = answer.errors ?? [];
    const code = error?.extensions?.code ?? String(answer.error ?? body.toString("utf8").slice(0, 200));
    const { reason = null } = error?.extensions ?? {};
    super(`it answered ${status} ${code} ${reason ?? ""}`);
    this.status = status;
    this.code = code;
    this.reason = reason;
    this.sentence = error?.message ?? null;
    const after = headers["retry-after"];
    this.retryAfter = after === undefined ? null : Number(after);
  }
}

interface GraphqlFailure {
  readonly message: string;
  readonly extensions?: { readonly code?: string; readonly reason?: string };
}

const fields = "id contentHash timestamp";

/** @param dataDir where the node keeps its setup code */
export function createHttpOwner({
  url,
  wallet,
  dataDir,
  fetch,
}: {
  url: string;
  wallet: Wallet;
  dataDir: string;
  fetch: TestFetch;
}): HttpOwner {
  let token: string | null = null;

  async function post(path: string, body: unknown, more: Record<string, string> = {}) {
    const headers = { ...(token !== null && { authorization: `Bearer ${token}` }), ...more };
    const reply = await fetch(`${url}${path}`, { method: "POST", headers, body });
    if (reply.status !== 200 || Object(reply.json).errors) throw new RefusedError(reply);
    return Object(reply.json) as { data: unknown };
  }

  async function ask<T>(query: string, variables: Record<string, unknown> = {}): Promise<T> {
    return (await post("/api/graphql", { query, variables })).data as T;
  }

  const signed = async ({ typedData }: Message) => ({
    typedData,
    signature: (await wallet.signTypedData(typedData)) as Hex,
  });

  return {
    wallet,
    ask,
    async install(envelope) {
      const code = await readSetupCode({ config: { dataDir } });
      await post("/api/install", envelope, { "x-setup-code": code });
    },
    async signIn() {
      token = await signIn(ask, wallet);
    },
    async create(content, more = {}) {
      const query = `mutation M($input: CreatePublicationInput!) { made: createPublication(input: $input) { ${fields} } }`;
      if (typeof content === "string")
        return (await ask<Made>(query, { input: { type: "POST", body: content, ...more } })).made;
      const { body, headers } = await encodeUpload(query, content, more);
      return ((await post("/api/graphql", body, headers)).data as Made).made;
    },
    async change(id, body) {
      const { made } = await ask<Made>(
        `mutation M($input: UpdatePublicationInput!) { made: updatePublication(input: $input) { ${fields} } }`,
        { input: { id, body } },
      );
      return made;
    },
    async sign(id) {
      const { publicationsToSign } = await ask<{ publicationsToSign: Array<{ message: Message }> }>(
        "query Q($ids: [ID!]!) { publicationsToSign(ids: $ids) { message { typedData } } }",
        { ids: [id] },
      );
      const [first] = publicationsToSign;
      if (!first) throw new Error("There is nothing to sign.");
      const { signPublication } = await ask<{ signPublication: { publication: Acknowledged } }>(
        `mutation M($input: SignPublicationInput!) { signPublication(input: $input) { publication { ${fields} } } }`,
        { input: { id, message: await signed(first.message) } },
      );
      return signPublication.publication;
    },
    async destroy(id) {
      await ask("mutation M($input: DestroyPublicationInput!) { destroyPublication(input: $input) { id } }", {
        input: { id },
      });
    },
    async prepareFollow(other) {
      const { connectionToSign } = await ask<{ connectionToSign: { message: Message } }>(
        "query Q($url: String!) { connectionToSign(url: $url) { message { typedData } } }",
        { url: other },
      );
      return connectionToSign.message;
    },
    async follow(message) {
      const { followNode } = await ask<{ followNode: { state: string; reason: string | null } }>(
        "mutation M($input: FollowNodeInput!) { followNode(input: $input) { state reason } }",
        { input: { message: await signed(message) } },
      );
      return followNode;
    },
    async endFollow(address, owner) {
      const { connectionEndToSign } = await ask<{ connectionEndToSign: Message }>(
        "query Q($address: Address!, $owner: ConnectionSide!) { connectionEndToSign(address: $address, owner: $owner) { typedData } }",
        { address, owner },
      );
      await ask(
        "mutation M($input: DestroyConnectionInput!) { destroyConnection(input: $input) { state } }",
        { input: { message: await signed(connectionEndToSign) } },
      );
    },
    async setTheme(defaultTheme) {
      await ask(
        "mutation M($input: UpdateSettingsInput!) { updateSettings(input: $input) { defaultTheme } }",
        { input: { defaultTheme } },
      );
    },
    async comment(publicationId, body) {
      const commenter = createWallet(randomBytes(32));
      const { createComment } = await ask<{
        createComment: { comment: { id: string }; typedData: TypedData };
      }>(
        "mutation M($input: CreateCommentInput!) { createComment(input: $input) { comment { id } typedData } }",
        { input: { publicationId, body, authType: "ETHEREUM", authorId: commenter.address } },
      );
      const { id } = createComment.comment;
      const tokenOrSignature = await commenter.signTypedData(createComment.typedData);
      await ask("mutation M($input: ConfirmCommentInput!) { confirmComment(input: $input) { id } }", {
        input: { id, tokenOrSignature },
      });
      return id;
    },
    async rename(title) {
      const { profileToSign } = await ask<{ profileToSign: Message[] }>(
        "query Q($title: String) { profileToSign(title: $title) { typedData } }",
        { title },
      );
      const messages = await Promise.all(profileToSign.map(signed));
      await ask(
        "mutation M($input: UpdateProfileInput!) { updateProfile(input: $input) { profile { title } } }",
        { input: { messages } },
      );
    },
  };
}

interface Made {
  readonly made: Acknowledged;
}

/** @returns the body and the headers of a mutation with a file (GraphQL multipart request) */
async function encodeUpload(
  query: string,
  { bytes, filename = "file", mediaType = "" }: OwnerFile,
  input: Record<string, unknown>,
): Promise<{ body: Uint8Array; headers: Record<string, string> }> {
  const form = new FormData();
  const variables = { input: { type: "FILE", file: null, ...input } };
  form.set("operations", JSON.stringify({ query, variables }));
  form.set("map", JSON.stringify({ 0: ["variables.input.file"] }));
  form.set("0", new Blob([Uint8Array.from(bytes)], { type: mediaType }), filename);
  const encoded = new Response(form);
  const type = encoded.headers.get("content-type") ?? "";
  return { body: await encoded.bytes(), headers: { "content-type": type } };
}

/** The hash of a publication's bytes. */
export function hashOf(content: string | OwnerFile): Hash {
  return contentHash(typeof content === "string" ? Buffer.from(content) : content.bytes);
}
