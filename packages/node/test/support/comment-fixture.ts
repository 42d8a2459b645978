import { randomBytes } from "node:crypto";
import {
  type Address,
  addressOfPrivateKey,
  digestOf,
  type Form,
  type Meanings,
  type MessageKind,
  signDigestWith,
  signEnvelope,
  type TypedData,
} from "@freehold/protocol";
import type { Context } from "../../src/context.ts";
import { confirmComment } from "../../src/domain/comments/confirm.ts";
import { type CreatedComment, createComment } from "../../src/domain/comments/create.ts";
import type { NewCommentInput } from "../../src/domain/comments/new-comment.ts";
import { countComments, listComments } from "../../src/domain/comments/read.ts";
import type { CommentView } from "../../src/domain/comments/view.ts";
import { updateSettings } from "../../src/domain/settings/settings.ts";
import { type DatabaseName, migratedPostgres } from "./databases.ts";
import { type HttpNode, openHttpNode } from "./http-node.ts";

/** A node with a post to comment on, and a clock to turn. */
export interface CommentFixture extends AsyncDisposable {
  readonly node: HttpNode;
  readonly ctx: Context;
  /** The id of a signed post. */
  readonly post: number;
  pass(ms: number): void;
  /** Writes a comment; from one of many addresses of the internet when none is given. */
  write(input?: Partial<NewCommentInput>, ip?: string): Promise<CreatedComment>;
  /** The tokens in the links that are on their way by mail, oldest first. */
  mailedLinks(): Promise<{ to: string; title: string; link: URL; token: string }[]>;
}

export async function openCommentFixture(
  database: DatabaseName,
  settings: Record<string, unknown> = {},
): Promise<CommentFixture> {
  await using resources = new AsyncDisposableStack();
  const postgres = database === "postgres" ? resources.use(await migratedPostgres()) : null;
  const node = resources.use(
    await openHttpNode(postgres ? { settings: { DATABASE_URL: postgres.url } } : {}),
  );
  let time = Date.now();
  const ctx: Context = { ...node.ctx, clock: { now: () => time } };
  await updateSettings(ctx, {
    mailTransport: "smtp://mail.example",
    mailFrom: "ada@example.com",
    ...settings,
  });
  const { id: post } = await node.publish("# A post");
  let writers = 0;
  const owned = resources.move();
  return {
    node,
    ctx,
    post,
    pass(ms) {
      time += ms;
    },
    write(input = {}, ip = `198.51.${(writers >> 8) & 255}.${writers & 255}`) {
      writers += 1;
      const usual = {
        publicationId: post,
        body: "Well said.",
        authType: "EMAIL",
        authorName: "Bea",
      } as const;
      return createComment(ctx, { ...usual, authorId: `bea${writers}@example.org`, ...input }, { ip });
    },
    async mailedLinks() {
      const rows = await ctx.store.db
        .selectFrom("jobs")
        .select("payload")
        .where("kind", "=", "mail")
        .orderBy("id")
        .execute();
      return rows.map(({ payload }) => {
        const { to, variables } = JSON.parse(payload);
        const link = new URL(variables.link);
        return { to, title: variables.publicationTitle, link, token: link.searchParams.get("token") ?? "" };
      });
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Somebody with a key. */
export interface Wallet {
  readonly address: Address;
  sign<K extends MessageKind>(kind: K, meaning: Meanings[K], form?: Form): string;
  signTypedData(typedData: TypedData | null): string;
}

export function createWallet(): Wallet {
  const key = randomBytes(32);
  const signDigest = signDigestWith(key);
  return {
    address: addressOfPrivateKey(key),
    sign: (kind, meaning, form) => signEnvelope(kind, meaning, signDigest, form).signature,
    signTypedData(typedData) {
      if (!typedData) throw new Error("There is nothing to sign.");
      const { signature, recovery } = signDigest(digestOf(typedData));
      return `0x${Buffer.from(signature).toString("hex")}${(27 + recovery).toString(16)}`;
    },
  };
}

/** A comment of a new wallet, confirmed. */
export async function publishComment(fixture: CommentFixture, body = "Well said.") {
  const wallet = createWallet();
  const { comment, typedData } = await fixture.write({
    authType: "ETHEREUM",
    authorId: wallet.address,
    body,
  });
  const tokenOrSignature = wallet.signTypedData(typedData);
  await confirmComment(fixture.ctx, { id: comment.id, tokenOrSignature });
  return { comment, wallet, tokenOrSignature };
}

/** The comments that readers see below the post. */
export async function visibleComments({ ctx, post }: CommentFixture): Promise<readonly CommentView[]> {
  return (await listComments(ctx, { publicationId: post, first: 100, includePending: false })).items;
}

/** How many they see, by the count that goes with the post. */
export async function countVisible({ ctx, post }: CommentFixture): Promise<number | undefined> {
  return (await countComments(ctx, [post])).get(post);
}
