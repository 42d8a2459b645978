import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Address, Hex } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import type { TestNetwork } from "../test-network.ts";
import { createCallOut } from "./call-out.ts";
import { type SignedMessage, signMessage } from "./messages.ts";
import { Refusal } from "./refusal.ts";
import { syncAll } from "./replicate.ts";
import { answer, type Listening, serve } from "./serve.ts";
import type { ReferencePublication, ReferenceState } from "./state.ts";

/** What its owner publishes. */
export interface NewReferencePublication {
  content: string | Uint8Array;
  slug?: string;
  /** The caption of a file. */
  description?: string;
  mimetype?: string;
  /** Unsigned, it stands in the index all the same. */
  signed?: boolean;
  /** ms; now by default. */
  createdAt?: number;
}

/**
 * A node that speaks the reference form alone, and its owner: a double of epress 0.2.11, as strict as that is (decisions
 * 1, 3, 4, 6 and 9; what it requires, field by field, stands in docs/reference-node.md). A real server on loopback with a
 * store in memory.
 */
export interface ReferencePeer extends AsyncDisposable {
  readonly account: PrivateKeyAccount;
  readonly address: Address;
  readonly url: string;
  readonly state: ReferenceState;
  /** A bad day: stands between a request and its answer, where it is set. */
  intercept:
    | ((request: IncomingMessage, response: ServerResponse, answer: () => Promise<void>) => Promise<void>)
    | null;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** What its owner signs on the page of a node to follow it. */
  signFollow(followee: { address: Address; url: string }): Promise<SignedMessage>;
  /** Signs an unfollow, by either side. */
  signEnd(pair: { follower: Address; followee: Address }): Promise<SignedMessage>;
  /**
   * Tells the other node, and ends its own record when that is answered 2xx.
   *
   * @throws Refusal when it is not; the record stays
   */
  unfollow(followee: Address): Promise<void>;
  /** Publishes, and tells every follower once, whatever comes of it. */
  publish(publication: NewReferencePublication): Promise<ReferencePublication>;
  /** Changes the profile, and tells every connected node once. */
  updateProfile(changes: { title?: string; description?: string; url?: string }): Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;

export async function createReferencePeer(
  network: Pick<TestNetwork, "fetch" | "certificate">,
  {
    title = "A reference node",
    privateKey = generatePrivateKey(),
    description = "",
    clock = Date,
  }: { title?: string; privateKey?: Hex; description?: string; clock?: { now(): number } } = {},
): Promise<ReferencePeer> {
  const account = privateKeyToAccount(privateKey);
  const { address } = account;
  const out = createCallOut(network);
  const born = Date.now() - dayMs;
  const node = { address, url: "", title, description, created_at: born, updated_at: born };
  const state: ReferenceState = {
    node,
    nodes: new Map(),
    connections: [],
    publications: [],
    catchUps: new Map(),
    asked: [],
  };
  const listen = (port: number) =>
    serve(network.certificate, port, async (request, response) => {
      const usual = () => answer(state, out, request, response);
      await (peer.intercept ? peer.intercept(request, response, usual) : usual());
    });
  let server: Listening | null = await listen(0);
  const { port } = server;
  node.url = `https://localhost:${port}`;

  const connected = (side: "follower" | "followee", other: "follower" | "followee") =>
    state.connections
      .filter((one) => one[side] === address)
      .flatMap((one) => state.nodes.get(one[other]) ?? []);
  const nowSeconds = () => Math.floor(clock.now() / 1000);

  const peer: ReferencePeer = {
    account,
    address,
    state,
    intercept: null,
    get url() {
      return state.node.url;
    },
    async start() {
      server ??= await listen(port);
      await syncAll(state, out, clock.now());
    },
    async stop() {
      await server?.stop();
      server = null;
    },
    signFollow: (followee) =>
      signMessage(account, "CreateConnection", {
        followeeAddress: followee.address,
        followeeUrl: followee.url,
        followerUrl: state.node.url,
        timestamp: nowSeconds(),
      }),
    signEnd: ({ follower, followee }) =>
      signMessage(account, "DeleteConnection", {
        followeeAddress: followee,
        followerAddress: follower,
        timestamp: nowSeconds(),
      }),
    async unfollow(followee) {
      const signed = await peer.signEnd({ follower: address, followee });
      const reply = await out.send("DELETE", `${state.nodes.get(followee)?.url}/ewp/connections`, signed);
      if (!reply || reply.status < 200 || reply.status > 299) {
        throw new Refusal(500, "INTERNAL_SERVER_ERROR", `The other node answered ${reply?.status}.`);
      }
      state.connections = state.connections.filter(
        (one) => one.follower !== address || one.followee !== followee,
      );
    },
    async publish(publication) {
      const made = await makePublication(account, publication);
      state.publications.push(made);
      if (made.signature === null) return made;
      const message = statementOf(made);
      const body = { ...(await signMessage(account, "StatementOfSource", message)) };
      const headers = { "x-epress-profile-updated": new Date(state.node.updated_at).toISOString() };
      for (const follower of connected("followee", "follower")) {
        await out.send("POST", `${follower.url}/ewp/replications`, body, headers);
      }
      return made;
    },
    async updateProfile(changes) {
      const timestamp = Math.max(nowSeconds(), Math.floor(state.node.updated_at / 1000) + 1);
      Object.assign(state.node, changes, { updated_at: timestamp * 1000 });
      const { url, title: newTitle, description } = state.node;
      const message = {
        publisherAddress: address,
        url,
        title: newTitle,
        description,
        timestamp,
      };
      const signed = await signMessage(account, "NodeProfileUpdate", message);
      for (const other of new Set([
        ...connected("follower", "followee"),
        ...connected("followee", "follower"),
      ])) {
        await out.send("PATCH", `${other.url}/ewp/nodes/${address}`, signed);
      }
    },
    [Symbol.asyncDispose]: () => peer.stop(),
  };
  return peer;
}

async function makePublication(
  account: PrivateKeyAccount,
  publication: NewReferencePublication,
): Promise<ReferencePublication> {
  const { content, slug = null, description = null, signed = true, createdAt = Date.now() } = publication;
  const isText = typeof content === "string";
  const bytes = typeof content === "string" ? Buffer.from(content) : Buffer.from(content);
  const made: ReferencePublication = {
    content_hash: `0x${createHash("sha256").update(bytes).digest("hex")}`,
    author_address: account.address,
    signature: null,
    slug,
    description,
    created_at: createdAt,
    type: isText ? "POST" : "FILE",
    bytes,
    mimetype: isText ? "text/markdown" : (publication.mimetype ?? "application/octet-stream"),
    filename: isText ? null : "file.bin",
  };
  if (!signed) return made;
  const { signature } = await signMessage(account, "StatementOfSource", statementOf(made));
  return { ...made, signature };
}

function statementOf({ content_hash, author_address, created_at }: ReferencePublication): {
  contentHash: Hex;
  publisherAddress: Address;
  timestamp: number;
} {
  return {
    contentHash: content_hash,
    publisherAddress: author_address,
    timestamp: Math.floor(created_at / 1000),
  };
}
