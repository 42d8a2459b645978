import { expect, it } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import { openOwnerFixture } from "../../test/support/owner-fixture.ts";
import { readOutboxPage } from "./outbox.ts";

forEachDatabase((_name, open) => {
  it("reads what is to be told, the newest first, page by page and by its state", async () => {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    for (const number of [2, 3]) await fixture.follower(number);
    const posts = [await fixture.post("One", "signed"), await fixture.post("Two", "signed")];
    const first = await readOutboxPage(fixture.context, { first: 3 });
    expect(first.items.map(({ subject }) => Number(subject))).toEqual([
      posts[1]?.id,
      posts[1]?.id,
      posts[0]?.id,
    ]);
    expect(first.items[0]).toMatchObject({
      kind: "publication",
      state: "pending",
      peerUrl: "https://node3.example",
    });
    expect(first).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const second = await readOutboxPage(fixture.context, {
      first: 3,
      after: first.endCursor,
      state: "pending",
    });
    expect(second.items).toMatchObject([{ subject: String(posts[0]?.id), peer: "Node 2" }]);
    expect(second).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    expect((await readOutboxPage(fixture.context, { first: 3, after: null, state: "done" })).items).toEqual(
      [],
    );
  });
});
