import type { EwpErrorCode } from "@freehold/protocol";
import type { Control } from "../check.ts";
import { NotShown } from "../expectations.ts";
import { codeOf } from "../node/node-info.ts";
import { describeReply, isTaken, type Reply } from "../node/reply.ts";
import { signBy } from "../signing/key.ts";
import type { Trial } from "../test-context.ts";
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
  send(trial: Trial, isReached: boolean): Promise<{ reply: Reply; orElse: EwpErrorCode | null }>;
}

const cases: Readonly<Record<Control, ControlCase>> = {
  follow: { what: "a right follow", send: sendFollow(tryFollowInForm) },
  postedFollow: { what: "a right follow by POST", send: sendFollow(tryFollow) },
  ownFollow: {
    what: "a right follow of the owner's",
    async send(trial) {
      const persona = trial.persona();
      const body = signBy(trial.owner, ownFollowOf(trial, persona));
      return { reply: await tryOwnFollow(trial, persona, body), orElse: null };
    },
  },
  end: {
    what: "a right end of a follow",
    async send(trial, isReached) {
      const persona = isReached ? await follower(trial) : trial.persona();
      const reply = await send(trial, "destroyConnection", signBy(persona, endOf(trial, persona)));
      return { reply, orElse: isReached ? null : "CONNECTION_NOT_FOUND" };
    },
  },
  update: {
    what: "a right profile update",
    async send(trial) {
      const persona = trial.persona();
      const body = signBy(persona, updateOf(trial, persona));
      return { reply: await send(trial, "updateNode", body, persona.address), orElse: "NODE_NOT_FOUND" };
    },
  },
  publish: { what: "a right proof", send: sendProof("publish") },
  replicate: { what: "a right proof to replicate", send: sendProof("replicate") },
};

function sendFollow(bring: typeof tryFollowInForm): ControlCase["send"] {
  return async (trial, isReached) => {
    const persona = trial.persona();
    const reply = await bring(trial, persona, signBy(persona, followOf(trial, persona)));
    return { reply, orElse: isReached ? null : "FOLLOWER_IDENTITY_MISMATCH" };
  };
}

function sendProof(endpoint: "publish" | "replicate"): ControlCase["send"] {
  return async (trial, isReached) => {
    if (isReached && trial.hasOwner) {
      const persona = await followee(trial);
      const { envelope } = persona.publish(someText(persona), trial.now());
      return { reply: await send(trial, endpoint, envelope), orElse: null };
    }
    const persona = trial.persona();
    const reply = await send(trial, endpoint, signBy(persona, proofOf(trial, persona)));
    return { reply, orElse: "NOT_FOLLOWING" };
  };
}

/** Sends the right message of this name, once in a run; throws NotShown where it is refused. */
export type RequireControl = (name: Control, trial: Trial) => Promise<void>;

/** @param isReached whether the node reaches the suite's peer */
export function createControls(isReached: boolean): RequireControl {
  const made = new Map<Control, Promise<void>>();
  return (name, trial) => {
    const control = made.get(name) ?? makeControl(cases[name], trial, isReached);
    made.set(name, control);
    return control;
  };
}

async function makeControl(control: ControlCase, trial: Trial, isReached: boolean): Promise<void> {
  const { reply, orElse } = await control.send(trial, isReached);
  if (orElse === null || codeOf(reply) !== orElse) showTaken(reply, control.what);
}

/** The right message is taken, so that the refusal of a wrong one shows something; else throws NotShown. */
export function showTaken(reply: Reply, what: string): void {
  if (!isTaken(reply)) throw new NotShown(`${what} is refused as well: ${describeReply(reply)}`);
}
