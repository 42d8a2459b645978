import { setTimeout as pause } from "node:timers/promises";
import { addressOfContents, contentHash, type Form, formatVersionLink, type Hash } from "@freehold/protocol";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { quotePost } from "../../../web/src/console/features/timeline/quote-post.ts";
import { createPerson, type Person } from "../support/person.ts";
import { createTestNetwork, type TestNetwork } from "../support/test-network.ts";

const pairs: ReadonlyArray<readonly [Form, Form]> = [
  ["baseline", "baseline"],
  ["baseline", "reference"],
  ["reference", "baseline"],
];
/** A red square of 16 by 16 pixels. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mO4w0AaYhjVMKph5GogFQEAL4mIEA8YjPwAAAAASUVORK5CYII=",
  "base64",
);

describe.each(pairs)("Ada's node speaks the %s form, Ben's the %s form", (adaForm, benForm) => {
  let network: TestNetwork;
  beforeAll(async () => {
    network = await createTestNetwork();
  });
  afterAll(() => network[Symbol.asyncDispose]());
  const people: Person[] = [];
  afterEach(async () => {
    for (const person of people.splice(0)) await person.stop();
  });

  async function create(form: Form, about: { title: string; description?: string }): Promise<Person> {
    const person = await createPerson(network, form, about);
    people.push(person);
    return person;
  }

  /** Ada follows Ben, and nobody else anybody. She says nothing of herself. */
  async function meet(): Promise<{ ada: Person; ben: Person }> {
    const ada = await create(adaForm, { title: "Ada" });
    const ben = await create(benForm, { title: "Ben", description: "Words of Ben's" });
    await ada.follow(ben);
    await settle(ada, ben);
    return { ada, ben };
  }

  async function settle(...people: Person[]): Promise<void> {
    for (const person of [...people, ...people]) await person.settled();
  }

  async function connections(...[one, other]: [Person, Person]): Promise<boolean[]> {
    const ask = (person: Person) => [person.hasConnection(one, other), person.hasConnection(other, one)];
    return await Promise.all([...ask(one), ...ask(other)]);
  }

  test("Ada follows Ben: both have the record, and know each other", async () => {
    const { ada, ben } = await meet();
    expect(await connections(ada, ben)).toEqual([true, false, true, false]);
    expect(await ada.knows(ben)).toMatchObject({ title: "Ben", url: ben.url, description: "Words of Ben's" });
    expect(await ben.knows(ada)).toMatchObject({ title: "Ada", url: ada.url });
    if (ada.node) expect((await ada.knows(ben))?.form).toBe(benForm);
    if (ben.node) expect((await ben.knows(ada))?.form).toBe(adaForm);
  });

  test("nodes without a description follow each other, and unfollow", async () => {
    const ada = await create(adaForm, { title: "Ada" });
    const ben = await create(benForm, { title: "Ben" });
    await ada.follow(ben);
    await ben.follow(ada);
    await settle(ada, ben);
    expect(await connections(ada, ben)).toEqual([true, true, true, true]);
    // Each has what its own form says for none.
    expect((await ada.knows(ben))?.description).toBe(ada.reference ? "" : null);
    expect((await ben.knows(ada))?.description).toBe(ben.reference ? "" : null);
    await ada.unfollow(ben);
    await ben.unfollow(ada);
    await settle(ada, ben);
    expect(await connections(ada, ben)).toEqual([false, false, false, false]);
  });

  test("Ada unfollows Ben, whose node lost its record of her", async () => {
    const { ada, ben } = await meet();
    await ben.forget(ada, ben);
    await ada.unfollow(ben);
    await settle(ada, ben);
    expect(await connections(ada, ben)).toEqual([false, false, false, false]);
  });

  test("a Markdown file of Ben's stays a file, and a byte-order mark is no part of his post", async () => {
    const { ada, ben } = await meet();
    const file = await ben.publish(Buffer.from("# A file"), {
      description: "Notes",
      // A reference node serves this type for posts alone.
      mediaType: ben.reference ? "text/plain" : "text/markdown",
    });
    const text = await ben.publish(ben.reference ? "marked" : "\ufeffmarked");
    await settle(ben, ada);
    expect(await ada.has(ben)).toEqual([
      { kind: "FILE", hash: file, slug: null, caption: "Notes" },
      { kind: "POST", hash: text, slug: null, caption: null },
    ]);
    expect(text).toBe(contentHash(Buffer.from("marked")));
  });

  test("a text and an image of Ben's reach Ada as he signed them", async () => {
    const { ada, ben } = await meet();
    const text = await ben.publish("# Grüße\n\nvon Ben", { slug: "hello" });
    const image = await ben.publish(picture, { description: "Ein rotes Quadrat, groß" });
    await settle(ben, ada);
    expect(await ada.has(ben)).toEqual([
      { kind: "POST", hash: text, slug: "hello", caption: null },
      { kind: "FILE", hash: image, slug: null, caption: "Ein rotes Quadrat, groß" },
    ]);
  });

  test("what Ben publishes while Ada is away is there after she is back", async () => {
    const { ada, ben } = await meet();
    const before = await ben.publish("before");
    await settle(ben, ada);
    await ada.stop();
    if (ben.reference) await ben.reference.publish({ content: "not signed", signed: false });
    const hashes = [
      await ben.publish("one"),
      await ben.publish("two"),
      await ben.publish(picture, { description: "three" }),
    ];
    await ada.start();
    await settle(ada);
    expect((await ada.has(ben)).map(({ hash }) => hash)).toEqual([before, ...hashes]);
  });

  test.runIf(benForm === "baseline")(
    "a correction of Ben's arrives, and what he posts again after he deleted it, and Ada misses nothing after them",
    async () => {
      const { ada, ben } = await meet();
      const correct = (hash: string, text: string) =>
        ben.publish(
          `${text}\n\n${formatVersionLink({ text: "Replaces", href: `${ben.url}/publications/${hash}`, contentHash: hash as Hash })}\n`,
        );
      const first = await ben.publish("# Salt\n\nIt is swet.", { slug: "salt" });
      await settle(ben, ada);
      const corrected = await correct(first, "# Salt\n\nIt is salty.");
      const again = await ben.publish("# Bread\n\nOld.", { slug: "bread" });
      await settle(ben, ada);
      await ben.remove(again);
      const anew = await ben.publish("# Bread\n\nFresh.", { slug: "bread", takesSlug: true });
      await settle(ben, ada);
      const hashes = [first, corrected, again, anew];
      // The timeline here shows the newest version alone.
      const shown = ada.reference ? hashes : hashes.slice(1);
      expect((await ada.has(ben)).map(({ hash }) => hash)).toEqual(shown);
      if (ada.reference) {
        expect((await ada.has(ben)).map(({ slug }) => slug)).toEqual(["salt", null, "bread", null]);
        // Whoever catches up three times in vain is left out for a day.
        for (let start = 0; start < 4; start += 1) {
          await ada.stop();
          await ada.start();
        }
      }
      await ada.stop();
      // Its catch-up begins with the millisecond of the last one, and a signature has whole seconds.
      if (ada.reference) await pause(1_000);
      const last = await ben.publish("The last one");
      await ada.start();
      await settle(ada);
      expect((await ada.has(ben)).map(({ hash }) => hash)).toEqual([...shown, last]);

      const carl = await create(adaForm, { title: "Carl" });
      await carl.follow(ben);
      await carl.stop();
      await carl.start();
      await settle(carl);
      const left = shown.filter((hash) => hash !== again);
      expect((await carl.has(ben)).map(({ hash }) => hash)).toEqual([...left, last]);
    },
  );

  test.runIf(benForm === "baseline")(
    "a picture in a post of Ben's, and a post that he quotes, are found by whoever reads the text as it is",
    async () => {
      const { ada, ben } = await meet();
      const image = await ben.publish(picture, { description: "A red square" });
      const quoted = await ben.publish("# Salt\n\nThe sea is salty.", { slug: "salt" });
      const quote = quotePost(
        {
          publisher: "Ben",
          publisherUrl: ben.url,
          contentHash: quoted,
          state: "SIGNED",
          url: `${ben.url}/slug/salt`,
          text: "The sea is salty.",
        },
        "Original",
      );
      const text = `# Red\n\n![A red square](${addressOfContents(ben.url, image)})${quote}`;
      const hash = await ben.publish(text);
      await settle(ben, ada);
      expect((await ada.has(ben)).map((one) => one.hash)).toEqual([image, quoted, hash]);
      const [, shown = ""] = /!\[A red square\]\((\S+)\)/.exec(text) ?? [];
      const found = await network.fetch(shown, {});
      expect([found.status, contentHash(found.body)]).toEqual([200, image]);
      const [, original = ""] = /\*\[Original\]\((\S+)\)\*/.exec(text) ?? [];
      expect(original).toBe(`${ben.url}/publications/${quoted}`);
      const there = await network.fetch(original, {});
      expect([there.status, there.headers.location]).toEqual([301, "/slug/salt"]);
    },
  );

  test("what Ben has published before comes when Ada starts again, at the latest", async () => {
    const ada = await create(adaForm, { title: "Ada" });
    const ben = await create(benForm, { title: "Ben" });
    const hash = await ben.publish("long ago");
    await ada.follow(ben);
    await ada.stop();
    await ada.start();
    await settle(ada);
    expect((await ada.has(ben)).map((one) => one.hash)).toEqual([hash]);
  });

  test("Ada knows Ben's new title, and Ben hers", async () => {
    const { ada, ben } = await meet();
    await ben.changeProfile({ title: "Benjamin" });
    await ada.changeProfile({ title: "Adelheid" });
    await settle(ben, ada);
    expect((await ada.knows(ben))?.title).toBe("Benjamin");
    expect((await ben.knows(ada))?.title).toBe("Adelheid");
  });

  test("Ada follows Ben to his new address, and his next post comes from there", async () => {
    const { ada, ben } = await meet();
    await ben.changeProfile({ url: ben.url.replace("localhost", "127.0.0.1") });
    await settle(ben, ada);
    expect((await ada.knows(ben))?.url).toMatch(/^https:\/\/127\.0\.0\.1:/);
    const hash = await ben.publish("from my new address");
    await settle(ben, ada);
    expect((await ada.has(ben)).map((one) => one.hash)).toEqual([hash]);
  });

  test("Ben's posts find Ada at her new address", async () => {
    const { ada, ben } = await meet();
    await ada.changeProfile({ url: ada.url.replace("localhost", "127.0.0.1") });
    await settle(ada, ben);
    expect((await ben.knows(ada))?.url).toBe(ada.url);
    const hash = await ben.publish("to your new address");
    await settle(ben, ada);
    expect((await ada.has(ben)).map((one) => one.hash)).toEqual([hash]);
  });

  test("each unfollows the other, and nothing more arrives", async () => {
    const { ada, ben } = await meet();
    await ben.follow(ada);
    await settle(ada, ben);
    expect(await connections(ada, ben)).toEqual([true, true, true, true]);
    await ada.unfollow(ben);
    await settle(ada, ben);
    expect(await connections(ada, ben)).toEqual([false, true, false, true]);
    await ben.publish("you will not read this");
    await settle(ben, ada);
    expect(await ada.has(ben)).toEqual([]);
    await ben.unfollow(ada);
    await settle(ada, ben);
    expect(await connections(ada, ben)).toEqual([false, false, false, false]);
  });

  test("Ben removes his follower, or reads why he can't", async () => {
    const { ada, ben } = await meet();
    if (ben.node && ada.node) {
      await ben.node.removeFollower(ada.node);
      await settle(ben, ada);
      expect(await connections(ada, ben)).toEqual([false, false, false, false]);
    } else if (ben.node) {
      const removal = ben.node.removeFollower({ signer: { ...ben.node.signer, address: ada.address } });
      await expect(removal).rejects.toMatchObject({
        name: "AppError",
        code: "NOT_SUPPORTED",
        message: expect.stringMatching(
          /^Ada can't be removed: .*only the follower can end a follow\. Nothing was changed\.$/,
        ),
      });
      expect(await connections(ada, ben)).toEqual([true, false, true, false]);
    } else {
      // His form has no such message; what he would sign in its place is refused here.
      const removal = await ben.reference?.signEnd({ follower: ada.address, followee: ben.address });
      const reply = await ada.node?.fetch("/ewp/connections", { method: "DELETE", body: removal });
      expect([reply?.status, reply?.json]).toEqual([400, { error: "INVALID_SIGNATURE" }]);
      expect(await connections(ada, ben)).toEqual([true, false, true, false]);
    }
  });
});
