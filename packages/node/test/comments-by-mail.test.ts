import { afterAll, beforeAll, expect, it } from "vitest";
import { confirmComment } from "../src/domain/comments/confirm.ts";
import { createComment } from "../src/domain/comments/create.ts";
import { destroyComment } from "../src/domain/comments/delete.ts";
import { countComments } from "../src/domain/comments/read.ts";
import { updateSettings } from "../src/domain/settings/settings.ts";
import { databases } from "./support/databases.ts";
import { type MailServer, startMailServer } from "./support/mail-server.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "./support/test-network.ts";

let network: TestNetwork;
let mail: MailServer;
beforeAll(async () => {
  network = await createTestNetwork();
  mail = await startMailServer(network.certificate);
});
afterAll(async () => {
  await mail[Symbol.asyncDispose]();
  await network[Symbol.asyncDispose]();
});

/** The link in the newest mail. Its plain text breaks no line inside of one. */
function newestLink(node: TestNode): URL {
  const source = mail.received.at(-1)?.source ?? "";
  const text = source.replace(/=\r?\n/g, "").replace(/=3D/g, "=");
  const link = new RegExp(`${node.url}/comments/\\S+`).exec(text)?.[0];
  if (link === undefined) throw new Error(`There is no link in this mail: ${source}`);
  return new URL(link.replaceAll("&amp;", "&"));
}

it.each(databases)("confirms and deletes a comment by real mails (%s)", async (database) => {
  const node = await network.start({ database, title: "Ada's site" });
  const ctx = node.running.context;
  await updateSettings(ctx, { mailTransport: mail.url(), mailFrom: "mail@ada.example" });
  const { id: publicationId } = await node.publish("# Hello");
  const count = async () => (await countComments(ctx, [publicationId])).get(publicationId);
  const press = (link: URL) =>
    node.fetch(link.pathname, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: link.searchParams.toString(),
    });
  const { comment } = await createComment(
    ctx,
    {
      publicationId,
      body: "Buy *my* pills.",
      authType: "EMAIL",
      authorName: "Bea: http://spam.example",
      authorId: "bea@example.org",
    },
    { ip: "203.0.113.9" },
  );
  await node.settled();
  const [first] = mail.received.slice(-1);
  expect(first).toMatchObject({ to: ["bea@example.org"], from: "mail@ada.example" });
  // Anyone can have a mail sent to any address, so none of their text is in it.
  expect(first?.source).not.toMatch(/pills|spam/);

  const link = newestLink(node);
  expect((await node.fetch(link.pathname + link.search)).status).toBe(200);
  expect(await count()).toBe(0);
  expect((await press(link)).status).toBe(200);
  expect(await count()).toBe(1);
  const tokenOrSignature = link.searchParams.get("token") ?? "";
  const again = confirmComment(ctx, { id: comment.id, tokenOrSignature });
  await expect(again).rejects.toMatchObject({ code: "NOT_FOUND" });

  await destroyComment(ctx, { id: comment.id, email: "bea@example.org" }, { kind: "anonymous" });
  await node.settled();
  const deletion = newestLink(node);
  expect(deletion.pathname).toBe("/comments/delete");
  expect((await press(deletion)).status).toBe(200);
  expect(await count()).toBe(0);
  expect((await press(deletion)).status).toBe(404);
});
