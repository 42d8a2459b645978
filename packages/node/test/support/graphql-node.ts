import type { GraphQLFormattedError } from "graphql";
import { signIn } from "../../src/domain/access/sign-in.ts";
import { readSignInMessage } from "../../src/domain/access/sign-in-message.ts";
import { createIntegrationToken } from "../../src/domain/access/tokens.ts";
import { type HttpNode, type HttpNodeOptions, openHttpNode } from "./http-node.ts";

/** How an operation is sent. */
export interface AskOptions {
  /** A bearer. */
  token?: string | null;
  headers?: Record<string, string>;
}

export interface GraphqlReply {
  status: number;
  headers: Headers;
  data: Record<string, unknown> | null | undefined;
  errors: GraphQLFormattedError[];
  /** The codes of the errors. */
  codes: unknown[];
}

/** A node that listens, and what is asked of it by GraphQL. */
export interface GraphqlNode extends HttpNode {
  /** Of the endpoint. */
  readonly endpoint: string;
  ask(query: string, variables?: Record<string, unknown>, options?: AskOptions): Promise<GraphqlReply>;
  /** A session of the owner's. */
  signIn(): Promise<string>;
  /** A program's token with these scopes. */
  token(...scopes: string[]): Promise<string>;
}

export async function openGraphqlNode(options: HttpNodeOptions = {}): Promise<GraphqlNode> {
  const node = await openHttpNode(options);
  const endpoint = `http://127.0.0.1:${await node.listen()}/api/graphql`;
  const site = { domain: "ada.example", uri: "https://ada.example/" };
  return {
    ...node,
    endpoint,
    async ask(query, variables = {}, { token = null, headers = {} } = {}) {
      const reply = await fetch(endpoint, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...headers,
        },
        body: JSON.stringify({ query, variables }),
      });
      return await readReply(reply);
    },
    async signIn() {
      const { message } = await readSignInMessage(node.ctx, { address: node.address, ...site });
      const signature = await node.wallet.signMessage(message);
      return (await signIn(node.ctx, { message, signature, ...site })).token;
    },
    async token(...scopes) {
      const wanted = { label: "a program", scopes, expiresInSeconds: null };
      return (await createIntegrationToken(node.ctx, wanted)).token;
    },
  };
}

export async function readReply(reply: Response): Promise<GraphqlReply> {
  const { data, errors = [] } = (await reply.json()) as {
    data?: GraphqlReply["data"];
    errors?: GraphQLFormattedError[];
  };
  const codes = errors.map(({ extensions }) => extensions?.code);
  return { status: reply.status, headers: reply.headers, data, errors, codes };
}
