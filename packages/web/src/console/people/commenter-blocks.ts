import { ask } from "../ask.ts";
import type { Page } from "../publications/publication.ts";

/** An author by mail whose comments are not taken; the fields are those of the GraphQL schema. */
export interface CommenterBlock {
  readonly id: string;
  readonly authorName: string;
  readonly reason: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** A page of them, the newest first. @throws AskError */
export async function readCommenterBlocks(
  after: string | null,
  signal: AbortSignal,
): Promise<Page<CommenterBlock>> {
  const reply = await ask<{ commenterBlocks: Page<CommenterBlock> }>(query, { after }, signal);
  return reply.commenterBlocks;
}

/** Takes no more comments of the author by mail of a comment. @returns the id of the block. @throws AskError */
export async function blockCommenter(input: { commentId: string; reason: string | null }): Promise<string> {
  return (await ask<{ createCommenterBlock: string }>(blockMutation, { input })).createCommenterBlock;
}

/** @throws AskError */
export async function unblockCommenter(id: string): Promise<void> {
  await ask(unblockMutation, { input: { id } });
}

const query = /* GraphQL */ `
  query CommenterBlocks($after: String) {
    commenterBlocks(first: 30, after: $after) {
      nodes {
        id
        authorName
        reason
        createdAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;
const blockMutation = /* GraphQL */ `
  mutation BlockCommenter($input: CreateCommenterBlockInput!) {
    createCommenterBlock(input: $input)
  }
`;
const unblockMutation = /* GraphQL */ `
  mutation UnblockCommenter($input: DestroyCommenterBlockInput!) {
    destroyCommenterBlock(input: $input)
  }
`;
