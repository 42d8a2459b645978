import type { Hex } from "@freehold/protocol";
import type { Context } from "../../src/context.ts";
import { confirmComment } from "../../src/domain/comments/confirm.ts";
import { createComment } from "../../src/domain/comments/create.ts";
import { createWallet } from "./wallet.ts";

/** Has somebody with a wallet (32 bytes of `key`) comment on a post, and confirm it. @returns its id */
export async function commentByWallet(
  ctx: Context,
  { key, name, body, publicationId }: { key: number; name: string; body: string; publicationId: number },
): Promise<number> {
  const wallet = createWallet(key);
  const words = {
    publicationId,
    body,
    authType: "ETHEREUM",
    authorName: name,
    authorId: wallet.address,
  } as const;
  const { comment, typedData } = await createComment(ctx, words, { ip: `198.51.100.${key}` });
  if (!typedData) throw new Error("There is nothing to sign.");
  const tokenOrSignature: Hex = await wallet.signTypedData(typedData);
  await confirmComment(ctx, { id: comment.id, tokenOrSignature });
  return comment.id;
}
