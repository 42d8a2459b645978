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

interface ControlCase {
  /** The message, for the report. */
  readonly what: string;
  /**
   * @param isReached whether the node reaches the suite's peer
   * @returns the reply, and the refusal that also shows that the node accepted the signature, for a message that the
   *   suite can't complete
   */
  send(context: TestContext, isReached: boolean): Promise<{ reply: Reply; orElse: EwpErrorCode | null }>;
}

const cases: Readonly<Record<Control, ControlCase>> = {
  follow: { what: "a right follow", send: followWith(followInForm) },
  postedFollow: { what: "a right follow by POST", send: followWith(sendFollow) },
  ownFollow: {
    what: "a right follow of the owner's",
    send: async (context) => ({ reply: await sendOwnFollow(context, context.fakePeer()), orElse: null }),
  },
  end: {
    what: "a right end of a follow",
    async send(context, isReached) {
      const fakePeer = isReached ? await createFollower(context) : context.fakePeer();
      return { reply: await sendEnd(context, fakePeer), orElse: isReached ? null : "CONNECTION_NOT_FOUND" };
    },
  },
  update: {
    what: "a right profile update",
    send: async (context) => ({
      reply: await sendUpdate(context, context.fakePeer()),
      orElse: "NODE_NOT_FOUND",
    }),
  },
  publish: { what: "a right proof", send: proofTo("publish") },
  replicate: { what: "a right proof to replicate", send: proofTo("replicate") },
};

function followWith(follow: typeof followInForm): ControlCase["send"] {
  return async (context, isReached) => ({
    reply: await follow(context, context.fakePeer()),
    orElse: isReached ? null : "FOLLOWER_IDENTITY_MISMATCH",
  });
}

function proofTo(endpoint: "publish" | "replicate"): ControlCase["send"] {
  return async (context, isReached) => {
    if (!isReached || !context.hasOwner)
      return { reply: await sendProof(context, endpoint, context.fakePeer()), orElse: "NOT_FOLLOWING" };
    const { envelope } = publishText(context, await createFollowee(context));
    return { reply: await send(context, endpoint, envelope), orElse: null };
  };
}

/** Sends the right message of this name once in a run. Throws NotShown if the node refuses it. */
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

/** Throws NotShown if the node refuses the right message: then the refusal of a wrong one shows nothing. */
export function requireAccepted(reply: Reply, what: string): void {
  if (!isAccepted(reply)) throw new NotShown(`${what} is also refused: ${describeReply(reply)}`);
}
