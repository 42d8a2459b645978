import type { TypedData } from "@freehold/protocol";
import { describe, expect, it } from "vitest";
import { createSigner } from "../../src/domain/access/signer.ts";
import {
  createWallet as createCommenter,
  openCommentFixture,
  publishComment,
} from "../support/comment-fixture.ts";
import { flipSignature } from "../support/flip-signature.ts";
import { type GraphqlNode, openGraphqlNode } from "../support/graphql-node.ts";
import { createWallet } from "../support/wallet.ts";

const now = () => Math.floor(Date.now() / 1000);

async function draftOf(node: GraphqlNode, text: string) {
  const { id, contentHash: hash } = await node.publish(text, { state: "local" });
  return { id: String(id), contentHash: hash };
}

describe("an old signature does not redo what was undone", () => {
  it("a publication that was deleted", async () => {
    const node = await openGraphqlNode();
    try {
      const sign = async (id: string, message: unknown) =>
        await node.ask(
          "mutation ($input: SignPublicationInput!) { signPublication(input: $input) { recipients } }",
          { input: { id, message } },
          { token: await node.signIn() },
        );
      const [first, other] = [await draftOf(node, "# The same"), await draftOf(node, "# Another")];
      const signed = node.sign("StatementOfSource", {
        contentHash: first.contentHash,
        publisherAddress: node.address,
        timestamp: now(),
      });
      expect((await sign(other.id, signed)).codes).toEqual(["VALIDATION_FAILED"]);
      expect((await sign(first.id, signed)).codes).toEqual([]);
      const destroy =
        "mutation ($input: DestroyPublicationInput!) { destroyPublication(input: $input) { id } }";
      expect(
        (await node.ask(destroy, { input: { id: first.id } }, { token: await node.signIn() })).codes,
      ).toEqual([]);
      const second = await draftOf(node, "# The same");
      expect((await sign(second.id, signed)).codes).toEqual(["CONFLICT"]);
      expect(
        (
          await fetch(
            new URL(
              `/ewp/contents/${first.contentHash}?timestamp=${signed.typedData.message.timestamp}`,
              node.endpoint,
            ),
          )
        ).status,
      ).toBe(404);
    } finally {
      await node[Symbol.asyncDispose]();
    }
  });
});

describe("a comment's signature", () => {
  it("confirms and deletes that comment alone, and once, in whatever spelling", async () => {
    await using fixture = await openCommentFixture("sqlite");
    const port = await fixture.node.listen();
    const ask = async (query: string, variables: object) => {
      const headers = { "content-type": "application/json" };
      const reply = await fetch(`http://127.0.0.1:${port}/api/graphql`, {
        method: "POST",
        headers,
        body: JSON.stringify({ query, variables }),
      });
      const { errors = [] } = (await reply.json()) as { errors?: Array<{ extensions: { code: string } }> };
      return errors.map(({ extensions }) => extensions.code);
    };
    const confirm = (id: number, tokenOrSignature: string) =>
      ask("mutation ($input: ConfirmCommentInput!) { confirmComment(input: $input) { id } }", {
        input: { id: String(id), tokenOrSignature },
      });
    const destroy = (id: number, signature: string) =>
      ask("mutation ($input: DestroyCommentInput!) { destroyComment(input: $input) }", {
        input: { id: String(id), signature },
      });
    const wallet = createCommenter();
    const words = { authType: "ETHEREUM", authorId: wallet.address, body: "Well said." } as const;
    const [one, other] = [await fixture.write(words), await fixture.write({ ...words, body: "Badly said." })];
    const signature = wallet.signTypedData(one.typedData);
    expect(await confirm(other.comment.id, signature)).toEqual(["INVALID_SIGNATURE"]);
    expect(await confirm(one.comment.id, flipSignature(signature))).toEqual(["INVALID_SIGNATURE"]);
    expect(await confirm(one.comment.id, signature)).toEqual([]);

    // To delete is another message, of this comment, at this node.
    const deletion = {
      nodeAddress: fixture.node.address,
      commentId: one.comment.id,
      commenterAddress: wallet.address,
    };
    expect(await destroy(one.comment.id, signature)).toEqual(["INVALID_SIGNATURE"]);
    expect(
      await destroy(
        one.comment.id,
        wallet.sign("DeleteComment", { ...deletion, commentId: other.comment.id }),
      ),
    ).toEqual(["INVALID_SIGNATURE"]);
    expect(
      await destroy(
        one.comment.id,
        wallet.sign("DeleteComment", { ...deletion, nodeAddress: createCommenter().address }),
      ),
    ).toEqual(["INVALID_SIGNATURE"]);
    const otherSigner = createCommenter();
    expect(
      await destroy(
        one.comment.id,
        otherSigner.sign("DeleteComment", { ...deletion, commenterAddress: otherSigner.address }),
      ),
    ).toEqual(["INVALID_SIGNATURE"]);
    expect(await destroy(one.comment.id, wallet.sign("DeleteComment", deletion))).toEqual([]);

    // The same words in the same second: the old signature, with its last byte as 0 and 1 or as 27 and 28.
    const [old] = [await publishComment(fixture, "Once.")];
    const again = await fixture.write({ authType: "ETHEREUM", authorId: old.wallet.address, body: "Once." });
    const { tokenOrSignature: used } = old;
    const spelt = `${used.slice(0, 130)}0${Number.parseInt(used.slice(130), 16) - 27}`;
    for (const text of [old.tokenOrSignature, spelt]) {
      expect(await confirm(again.comment.id, text)).toEqual(["INVALID_SIGNATURE"]);
    }
  });
});

describe("the owner's signature", () => {
  it("under a message does not sign in, and one for sign-in does not sign a message", async () => {
    const node = await openGraphqlNode();
    try {
      const { data } = await node.ask(
        "query ($address: String!) { getSiweMessage(address: $address) { message } }",
        { address: node.address },
      );
      const message = Object(data?.getSiweMessage).message as string;
      const enter =
        "mutation ($input: SignInWithEthereumInput!) { signInWithEthereum(input: $input) { tokenId } }";
      const typed = node.sign("NodeProfileUpdate", {
        ownerAddress: node.address,
        url: "https://ada.example",
        title: "Ada",
        description: "",
        timestamp: now() + 1,
      });
      expect((await node.ask(enter, { input: { message, signature: typed.signature } })).codes).toEqual([
        "INVALID_SIGNATURE",
      ]);
      const token = await node.signIn();
      const update = "mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { recipients } }";
      const withLogin = { ...typed, signature: await node.wallet.signMessage(message) };
      expect((await node.ask(update, { input: { messages: [withLogin] } }, { token })).codes).toEqual([
        "INVALID_SIGNATURE",
      ]);
      // As a text that a page had the owner sign: the digest itself, or the typed data as JSON.
      for (const text of [typed.typedData.primaryType, JSON.stringify(typed.typedData)]) {
        const signature = await node.wallet.signMessage(text);
        expect(
          (await node.ask(update, { input: { messages: [{ ...typed, signature }] } }, { token })).codes,
        ).toEqual(["INVALID_SIGNATURE"]);
      }
      expect((await node.ask(update, { input: { messages: [typed] } }, { token })).codes).toEqual([]);
      const asSigned = await node.wallet.signMessage(message);
      expect((await node.ask(enter, { input: { message, signature: asSigned } })).codes).toEqual([]);
    } finally {
      await node[Symbol.asyncDispose]();
    }
  });

  it("must be the owner's: another wallet's is refused for every operation", async () => {
    const node = await openGraphqlNode();
    try {
      const token = await node.signIn();
      const [otherSigner, key] = [createWallet(9), new Uint8Array(32).fill(9)];
      const update = "mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { recipients } }";
      const typed = node.sign("NodeProfileUpdate", {
        ownerAddress: node.address,
        url: "https://ada.example",
        title: "Eve",
        description: "",
        timestamp: now() + 1,
      });
      const signature = await otherSigner.signTypedData(typed.typedData as TypedData);
      expect(
        (await node.ask(update, { input: { messages: [{ ...typed, signature }] } }, { token })).codes,
      ).toEqual(["INVALID_SIGNATURE"]);
      const post = await draftOf(node, "# Mine");
      const theirs = {
        contentHash: post.contentHash,
        publisherAddress: otherSigner.address,
        timestamp: now(),
      };
      const proof = createSigner(key).sign("StatementOfSource", theirs);
      const sign =
        "mutation ($input: SignPublicationInput!) { signPublication(input: $input) { recipients } }";
      expect((await node.ask(sign, { input: { id: post.id, message: proof } }, { token })).codes).toEqual([
        "INVALID_SIGNATURE",
      ]);
    } finally {
      await node[Symbol.asyncDispose]();
    }
  });
});
