import { createServer } from "node:http";
import { openHttpNode } from "./http-node.ts";
const node = await openHttpNode({ settings: { FREEHOLD_RATE_LIMIT: process.argv[2] ?? "0" } });
const text = `# A post\n\n${"Words that somebody wrote and signed. ".repeat(50)}\n`;
const post = await node.publish(text);
for (let i = 0; i < 300; i++) await node.publish(`${text} ${i}`);
const port = await node.listen();
const paths = ["/ewp/profile", "/ewp/publications?limit=100", `/ewp/contents/${post.contentHash}`, "/"];
const canned = new Map<string, { h: Record<string, string>; b: Buffer }>();
for (const p of paths) {
  const r = await node.app.inject(p); const { date: _d, connection: _c, ...h } = r.headers;
  canned.set(p, { h: h as Record<string, string>, b: r.rawPayload });
}
const floor = createServer((q, s) => { const c = canned.get(q.url ?? ""); if (!c) { s.end(); return; } s.writeHead(200, c.h); s.end(c.b); }).listen(0, "127.0.0.1", () => {
  const fp = (floor.address() as { port: number }).port;
  process.stdout.write(JSON.stringify({ port, fp, paths }) + "\n");
});
process.on("SIGINT", () => process.exit(0));
