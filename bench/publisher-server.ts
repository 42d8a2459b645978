import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { contentHash, isoSeconds } from "@freehold/protocol";
import { createSigner } from "../packages/node/src/domain/access/signer.ts";
import { sentences } from "../packages/node/test/support/long-post.ts";

/** The first message from the parent: a certificate, the owner's key in hex, and how many posts there are. */
export interface PublisherOrder {
  cert: string;
  key: string;
  privateKey: string;
  posts: number;
}

/** Where it is, and the path of each post's content. */
export interface PublisherReport {
  port: number;
  paths: string[];
}

/**
 * A node of another make that has posts of 0.7 kB, a second apart. Everything is made before it listens, and answered from
 * memory. It takes any follow.
 */
process.once("message", (order: PublisherOrder) => {
  const { cert, key, privateKey, posts } = order;
  const replies = new Map<string, { type: string; body: Buffer }>();
  const signer = createSigner(Buffer.from(privateKey, "hex"));
  const now = Math.floor(Date.now() / 1000);
  const entries = Array.from({ length: posts }, (_, n) => {
    const body = Buffer.from(`# Post ${n}\n\n${sentences(n)} #tag${n % 10}\n`);
    const meaning = {
      contentHash: contentHash(body),
      publisherAddress: signer.address,
      timestamp: now - posts + n,
    };
    const { signature } = signer.sign("StatementOfSource", meaning);
    const path = `/ewp/contents/${meaning.contentHash}?timestamp=${meaning.timestamp}`;
    replies.set(path, { type: "text/markdown; charset=utf-8", body });
    return { path, entry: { ...meaning, signature, createdAt: isoSeconds(meaning.timestamp), slug: null } };
  });
  const profile = {
    address: signer.address,
    title: "A publisher",
    description: null,
    ewpVersion: "1",
    createdAt: isoSeconds(now - posts),
    updatedAt: isoSeconds(now - posts),
  };
  const json = (value: unknown) => ({ type: "application/json", body: Buffer.from(JSON.stringify(value)) });
  const server = createServer({ cert, key }, (request, response) => {
    const url = request.url ?? "";
    const reply = replies.get(url) ?? (url.startsWith("/ewp/publications?") ? json(page(url)) : null);
    request.resume();
    if (request.method === "POST") response.writeHead(201).end();
    else if (!reply) response.writeHead(404).end();
    else {
      const { type, body } = reply;
      response.writeHead(200, { "content-type": type, "content-length": body.length }).end(body);
    }
  });
  const page = (url: string) => {
    const query = new URLSearchParams(url.slice(url.indexOf("?")));
    const [number, limit] = [Number(query.get("page")), Number(query.get("limit"))];
    const totalPages = Math.ceil(posts / limit);
    const data = entries.slice((number - 1) * limit, number * limit).map(({ entry }) => entry);
    const edges = { hasNextPage: number < totalPages, hasPreviousPage: number > 1 };
    return { data, pagination: { page: number, limit, total: posts, totalPages, ...edges } };
  };
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo;
    replies.set("/ewp/profile", json({ ...profile, url: `https://localhost:${port}` }));
    process.send?.({ port, paths: entries.map(({ path }) => path) } satisfies PublisherReport);
  });
});
process.once("disconnect", () => process.exit());
