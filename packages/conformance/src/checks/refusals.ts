import type { EwpErrorCode } from "@freehold/protocol";
import type { SharedProperties } from "../check.ts";
import { expectEach, expectError } from "../expectations.ts";
import type { Changes } from "../messages/write-messages.ts";
import type { Reply } from "../node/reply.ts";
import type { FakePeer } from "../peer/fake-peer.ts";
import type { TestContext } from "../test-context.ts";

/** Sends a wrong request, for two new peers that the node does not know. */
export type Send = (context: TestContext, fakePeer: FakePeer, other: FakePeer) => Promise<Reply>;

/** A check that the node refuses wrong requests, described in a few words, with this error. */
export function refusal<const More extends Partial<SharedProperties>>(
  what: string,
  error: EwpErrorCode,
  send: Send | readonly Send[],
  more?: More,
) {
  return {
    ...more,
    title: `${what} is ${error}`,
    async run(context: TestContext) {
      const replies: Reply[] = [];
      for (const one of typeof send === "function" ? [send] : send)
        replies.push(await one(context, context.fakePeer(), context.fakePeer()));
      expectEach(replies, (reply) => expectError(reply, error, `for ${reply.request}`));
    },
  };
}

/** GET requests of these paths. */
export function reads(...paths: readonly string[]): Send[] {
  return paths.map(
    (path) =>
      ({ node }) =>
        node.get(path),
  );
}

/** GET requests of a content with these values of a parameter. */
export function readsOfContent(parameter: string, ...values: readonly string[]): Send[] {
  return values.map((value) => async (context) => {
    const { path } = await context.sample("any");
    return context.node.get(`${path}?${parameter}=${value}`);
  });
}

/** One message signed this many seconds from now for each offset. */
export function signedAt(
  send: (context: TestContext, fakePeer: FakePeer, changes: Changes) => Promise<Reply>,
  ...seconds: readonly number[]
): Send[] {
  return seconds.map(
    (away) => (context, fakePeer) => send(context, fakePeer, { timestamp: context.now() + away }),
  );
}

const day = 86_400;

/** A message signed for yesterday, and one for tomorrow. */
export function atOtherDays(send: Parameters<typeof signedAt>[0]): Send[] {
  return signedAt(send, -day, day);
}
