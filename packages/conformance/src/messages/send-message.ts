import { endpoints } from "@freehold/protocol";
import type { SignedEndpoint } from "../check.ts";
import { Skipped } from "../expectations.ts";
import { describeReply, type Reply } from "../node/reply.ts";
import type { Persona } from "../peer/persona.ts";
import { type LooseEnvelope, signBy } from "../signing/key.ts";
import type { Trial } from "../trial.ts";
import { endOf, followOf, ownEndOf, ownFollowOf } from "./write-messages.ts";

/** Sends a body to an endpoint that takes signed messages. `address` goes into the path where that has one. */
export function send(trial: Trial, endpoint: SignedEndpoint, body: unknown, address = ""): Promise<Reply> {
  const { method, path } = endpoints[endpoint];
  return trial.node.call(method, path.replace(":address", address), { body });
}

/** Sends a follow by the persona that may be wrong; should the node take it, it is ended when the check is over. */
export async function tryFollow(
  trial: Trial,
  persona: Persona,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const { method, path } = endpoints.createConnection;
  const reply = await trial.node.call(method, path, { body, headers });
  if (isTaken(reply)) {
    trial.afterwards(`The follow by ${persona.url} could not be ended`, () =>
      end(trial, signBy(persona, endOf(trial, persona))),
    );
  }
  return reply;
}

/** The same for a follow by the node. In the reference form the follower alone can end it. */
export async function tryOwnFollow(trial: Trial, persona: Persona, body: unknown): Promise<Reply> {
  const reply = await send(trial, "createConnection", body);
  if (isTaken(reply)) {
    const key = trial.form === "reference" ? trial.owner : persona;
    trial.afterwards(`The follow of ${persona.url} could not be ended`, () =>
      end(trial, signBy(key, ownEndOf(trial, persona))),
    );
  }
  return reply;
}

/** A persona that follows the node. Skips the check when the node does not take the follow: another check tells why. */
export async function follower(trial: Trial, timestamp = trial.now()): Promise<Persona> {
  const persona = trial.persona();
  const reply = await tryFollow(trial, persona, signBy(persona, followOf(trial, persona, { timestamp })));
  if (!isTaken(reply)) throw new Skipped(`the follow that it needs was refused: ${describeReply(reply)}`);
  return persona;
}

/** A persona that the node follows, in its owner's name. Skips the check when the node does not take the follow. */
export async function followee(trial: Trial): Promise<Persona> {
  const persona = trial.persona();
  const reply = await tryOwnFollow(trial, persona, signBy(trial.owner, ownFollowOf(trial, persona)));
  if (!isTaken(reply)) throw new Skipped(`the follow that it needs was refused: ${describeReply(reply)}`);
  return persona;
}

export function isTaken({ status }: Reply): boolean {
  return status >= 200 && status < 300;
}

async function end(trial: Trial, envelope: LooseEnvelope): Promise<void> {
  const reply = await send(trial, "destroyConnection", envelope);
  if (!isTaken(reply) && reply.status !== 404) throw new Error(describeReply(reply));
}
