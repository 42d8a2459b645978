import type { EwpErrorCode } from "@freehold/protocol";
import type { Control } from "../check.ts";
import { NotShown } from "../expectations.ts";
import { codeOf } from "../node/node-info.ts";
import { describeReply, isAccepted, type Reply } from "../node/reply.ts";
import { signBy } from "../signing/key.ts";
import type { TestContext } from "../test-context.ts";
import { someText } from "./bring-proof.ts";
import { followee, follower, send, tryFollow, tryFollowInForm, tryOwnFollow } from "./send-message.ts";
import { endOf, followOf, ownFollowOf, proofOf, updateOf } from "./write-messages.ts";

/** A right message in words, and how it is sent. */
interface ControlCase {
  readonly what: string;
  /**
   * @param isReached whether the node reaches the suite's peer
   * @returns the reply, and the refusal that is as good as a success: one that comes after the signature was looked
   *   at, where the suite can't send anything that gets further
   */
  send(context: TestContext, isReached: boolean): Promise<{ reply: Reply; orElse: EwpErrorCode | null }>;
}

const cases: Readonly<Record<Control, ControlCase>> = {
  follow: { what: "a right follow", send: sendFollow(tryFollowInForm) },
  postedFollow: { what: "a right follow by POST", send: sendFollow(tryFollow) },
  ownFollow: {
    what: "a right follow of the owner's",
    async send(context) {
      const fakePeer = context.fakePeer();
      const body = signBy(context.owner, ownFollowOf(context, fakePeer));
      return { reply: await tryOwnFollow(context, fakePeer, body), orElse: null };
    },
  },
  end: {
    what: "a right end of a follow",
    async send(context, isReached) {
      const fakePeer = isReached ? await follower(context) : context.fakePeer();
      const reply = await send(context, "destroyConnection", signBy(fakePeer, endOf(context, fakePeer)));
      return { reply, orElse: isReached ? null : "CONNECTION_NOT_FOUND" };
    },
  },
  update: {
    what: "a right profile update",
    async send(context) {
      const fakePeer = context.fakePeer();
      const body = signBy(fakePeer, updateOf(context, fakePeer));
      return { reply: await send(context, "updateNode", body, fakePeer.address), orElse: "NODE_NOT_FOUND" };
    },
  },
  publish: { what: "a right proof", send: sendProof("publish") },
  replicate: { what: "a right proof to replicate", send: sendProof("replicate") },
};

function sendFollow(bring: typeof tryFollowInForm): ControlCase["send"] {
  return async (context, isReached) => {
    const fakePeer = context.fakePeer();
    const reply = await bring(context, fakePeer, signBy(fakePeer, followOf(context, fakePeer)));
    return { reply, orElse: isReached ? null : "FOLLOWER_IDENTITY_MISMATCH" };
  };
}

function sendProof(endpoint: "publish" | "replicate"): ControlCase["send"] {
  return async (context, isReached) => {
    if (isReached && context.hasOwner) {
      const fakePeer = await followee(context);
      const { envelope } = fakePeer.publish(someText(fakePeer), context.now());
      return { reply: await send(context, endpoint, envelope), orElse: null };
    }
    const fakePeer = context.fakePeer();
    const reply = await send(context, endpoint, signBy(fakePeer, proofOf(context, fakePeer)));
    return { reply, orElse: "NOT_FOLLOWING" };
  };
}

/** Sends the right message of this name, once in a run; throws NotShown where it is refused. */
export type RequireControl = (name: Control, context: TestContext) => Promise<void>;

/** @param isReached whether the node reaches the suite's peer */
export function createControls(isReached: boolean): RequireControl {
  const made = new Map<Control, Promise<void>>();
  return (name, context) => {
    const control = made.get(name) ?? makeControl(cases[name], context, isReached);
    made.set(name, control);
    return control;
  };
}

async function makeControl(control: ControlCase, context: TestContext, isReached: boolean): Promise<void> {
  const { reply, orElse } = await control.send(context, isReached);
  if (orElse === null || codeOf(reply) !== orElse) requireAccepted(reply, control.what);
}

/** The right message is taken, so that the refusal of a wrong one shows something; else throws NotShown. */
export function requireAccepted(reply: Reply, what: string): void {
  if (!isAccepted(reply)) throw new NotShown(`${what} is refused as well: ${describeReply(reply)}`);
}
