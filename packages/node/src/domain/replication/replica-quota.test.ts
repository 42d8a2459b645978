import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CannedPeer } from "../../../test/support/canned-peer.ts";
import { createReplicaBench, type ReplicaBench } from "../../../test/support/replica-bench.ts";
import { listPulls } from "../../../test/support/store-records.ts";
import { findPeer } from "../../store/peers/peers.ts";
import { readReplicaUsage } from "../../store/peers/replicas.ts";
import { finishRows } from "../../store/queues/queue-rows.ts";
import { updateSettings } from "../settings/settings.ts";
import { destroyPublication } from "../trash/destroy.ts";
import { acceptProof } from "./accept-proof.ts";
import { catchUp } from "./catch-up.ts";
import { pullPublication } from "./pull-publication.ts";
import { replicateNow } from "./replicate-now.ts";

describe("the quota of what is kept of one publisher", () => {
  let bench: ReplicaBench;
  let ada: CannedPeer;
  beforeEach(async () => {
    bench = await createReplicaBench();
    ada = await bench.followed(2);
  });
  afterEach(() => bench[Symbol.asyncDispose]());

  const usage = () => readReplicaUsage(bench.context.store.db, ada.address);
  const pulls = (state: "pending" | "refused" | "done") =>
    listPulls(bench.context.store.db, { state, limit: 100 });

  /** Does what the queue does with each pull that is due. @returns the reasons of those that were refused */
  async function pullAll(): Promise<string[]> {
    const reasons: string[] = [];
    const due = await pulls("pending");
    for (const pull of due.reverse()) {
      const outcome = await pullPublication(bench.context, pull);
      if (outcome.result === "later") throw new Error(outcome.reason);
      const error = outcome.result === "refused" ? outcome.reason : null;
      if (error !== null) reasons.push(error);
      const end = { id: pull.id, state: outcome.result, error, at: bench.context.clock.now() };
      await bench.context.store.transaction((tx) => finishRows(tx, "pulls", [end]));
    }
    return reasons;
  }

  it("takes as many as it says, leaves the others in the index, and goes on when it is raised", async () => {
    for (let number = 0; number < 7; number += 1) ada.publish(`# Post ${number}\n`);
    await updateSettings(bench.context, { replicasPerPeer: 4 });
    const first = await catchUp(bench.context, ada.address);
    expect(first).toMatchObject({ status: "caught-up", counts: { queued: 4, roomless: 3 } });
    expect(await pullAll()).toEqual([]);
    expect(await usage()).toMatchObject({ replicas: 4 });
    expect(await catchUp(bench.context, ada.address)).toMatchObject({ counts: { queued: 0, roomless: 3 } });

    await updateSettings(bench.context, { replicasPerPeer: 6 });
    expect((await findPeer(bench.context.store.db, ada.address))?.nextCatchUpAt).toBe(0);
    expect(await catchUp(bench.context, ada.address)).toMatchObject({ counts: { queued: 2, roomless: 1 } });
    expect(await pullAll()).toEqual([]);
    expect(await usage()).toMatchObject({ replicas: 6 });

    await updateSettings(bench.context, { replicasPerPeer: null });
    await catchUp(bench.context, ada.address);
    await pullAll();
    expect(await usage()).toMatchObject({ replicas: 7 });
  });

  it("tells the publisher to come back later, with a notification and with a replication", async () => {
    await updateSettings(bench.context, { replicasPerPeer: 1 });
    await replicateNow(bench.context, ada.publish("# One\n").envelope);
    const two = ada.publish("# Two\n");
    const later = { code: "RATE_LIMITED", retryAfter: 3_600 };
    await expect(acceptProof(bench.context, two.envelope)).rejects.toMatchObject(later);
    await expect(replicateNow(bench.context, two.envelope)).rejects.toMatchObject(later);
    expect(await pulls("pending")).toEqual([]);
    await updateSettings(bench.context, { replicasPerPeer: 0 });
    await acceptProof(bench.context, two.envelope);
    expect(await pullAll()).toEqual([]);
    expect(await usage()).toMatchObject({ replicas: 2 });
  });

  it("counts bytes to the last one, and says in words what has no room", async () => {
    const small = "x".repeat(400);
    await updateSettings(bench.context, { replicaBytesPerPeer: 1_000 });
    await acceptProof(bench.context, ada.publish(small).envelope);
    await acceptProof(bench.context, ada.publish("y".repeat(601)).envelope);
    await acceptProof(bench.context, ada.publish("z".repeat(600)).envelope);
    const reason =
      "the quota is used up: this node keeps 100000 publications and 1000 bytes of one publisher";
    expect(await pullAll()).toEqual([reason]);
    expect(await usage()).toMatchObject({ replicas: 2, bytes: 1_000 });

    // Nothing has changed: what did not fit is not fetched each time.
    bench.context.clock.advance(3_600_000);
    await catchUp(bench.context, ada.address);
    expect(await pulls("pending")).toEqual([]);

    const [kept] = await pulls("done");
    const row = await bench.context.store.db
      .selectFrom("publications")
      .select("id")
      .where("contentHash", "=", kept?.contentHash ?? "0x")
      .executeTakeFirstOrThrow();
    await destroyPublication(bench.context, row.id);
    bench.context.clock.advance(1_000);
    await updateSettings(bench.context, { replicaBytesPerPeer: 1_001 });
    await catchUp(bench.context, ada.address);
    expect(await pullAll()).toEqual([]);
    expect(await usage()).toMatchObject({ replicas: 2, bytes: 1_001 });
  });

  it("has room again for what was refused when something is deleted", async () => {
    await updateSettings(bench.context, { replicasPerPeer: 2, replicaBytesPerPeer: 100 });
    for (const text of ["a".repeat(60), "b".repeat(50)])
      await acceptProof(bench.context, ada.publish(text).envelope);
    expect(await pullAll()).toHaveLength(1);
    const { id } = await bench.context.store.db
      .selectFrom("publications")
      .select("id")
      .executeTakeFirstOrThrow();
    bench.context.clock.advance(1_000);
    await destroyPublication(bench.context, id);
    expect(await usage()).toMatchObject({ replicas: 0, bytes: 0 });
    await catchUp(bench.context, ada.address);
    expect(await pullAll()).toEqual([]);
    expect(await usage()).toMatchObject({ replicas: 1, bytes: 50 });
  });
});
