import type { EwpErrorCode } from "@freehold/protocol";
import type { Control } from "../check.ts";
import { NotShown } from "../expectations.ts";
import { codeOf } from "../node/node-info.ts";
import { describeReply, isAccepted, type Reply } from "../node/reply.ts";
import type { TestContext } from "../test-context.ts";
import { publishText } from "./publications.ts";
import {
  createFollowee,
  createFollower,
  followInForm,
  send,
  sendEnd,
  sendFollow,
  sendOwnFollow,
  sendProof,
  sendUpdate,
} from "./send-message.ts";

/**
 * Sends a right message.
 *
 * @param isReached whether the node reaches the suite's peer
 * @returns the reply, and for a message that the suite can't complete, the refusal that also shows that the node
 *   accepted the signature
 */
type SendRight = (
  context: TestContext,
  isReached: boolean,
) => Promise<readonly [Reply, orElse?: EwpErrorCode | false]>;

/** The right messages, with their names in the report. */
const cases: Readonly<Record<Control, readonly [what: string, send: SendRight]>> = {
  follow: ["a right follow", followWith(followInForm)],
  postedFollow: ["a right follow by POST", followWith(sendFollow)],
  ownFollow: [
    "a right follow of the owner's",
    async (context) => [await sendOwnFollow(context, context.fakePeer())],
  ],
  end: [
    "a right end of a follow",
    async (context, isReached) =>
      isReached
        ? [await sendEnd(context, await createFollower(context))]
        : [await sendEnd(context, context.fakePeer()), "CONNECTION_NOT_FOUND"],
  ],
  update: [
    "a right profile update",
    async (context) => [await sendUpdate(context, context.fakePeer()), "NODE_NOT_FOUND"],
  ],
  publish: ["a right proof", proofTo("publish")],
  replicate: ["a right proof to replicate", proofTo("replicate")],
};

function followWith(follow: typeof followInForm): SendRight {
  return async (context, isReached) => [
    await follow(context, context.fakePeer()),
    !isReached && "FOLLOWER_IDENTITY_MISMATCH",
  ];
}

function proofTo(endpoint: "publish" | "replicate"): SendRight {
  return async (context, isReached) => {
    if (!isReached || !context.hasOwner)
      return [await sendProof(context, endpoint, context.fakePeer()), "NOT_FOLLOWING"];
    const { envelope } = publishText(context, await createFollowee(context));
    return [await send(context, endpoint, envelope)];
  };
}

/** Sends the right message of this name once in a run. Throws NotShown if the node refuses it. */
export type RequireControl = (name: Control, context: TestContext) => Promise<void>;

/** @param isReached whether the node reaches the suite's peer */
export function createControls(isReached: boolean): RequireControl {
  const made = new Map<Control, Promise<void>>();
  return (name, context) => {
    const control = made.get(name) ?? makeControl(name, context, isReached);
    made.set(name, control);
    return control;
  };
}

async function makeControl(name: Control, context: TestContext, isReached: boolean): Promise<void> {
  const [what, sendRight] = cases[name];
  const [reply, orElse] = await sendRight(context, isReached);
  if (!orElse || codeOf(reply) !== orElse) requireAccepted(reply, what);
}

/** Throws NotShown if the node refuses the right message: then the refusal of a wrong one shows nothing. */
export function requireAccepted(reply: Reply, what: string): void {
  if (!isAccepted(reply)) throw new NotShown(`${what} is also refused: ${describeReply(reply)}`);
}
