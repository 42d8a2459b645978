import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { openHttpNode } from "../support/http-node.ts";
import { connectRaw, requestText, say, statusOf } from "../support/raw-connection.ts";

test("endless headers are cut off, and others are answered meanwhile", {
  timeout: 120_000,
}, async () => {
  await using node = await openHttpNode({ settings: { FREEHOLD_CONNECTIONS_PER_ADDRESS: "0" } });
  const port = await node.listen();
  const slow = await Promise.all(Array.from({ length: 200 }, () => connectRaw(port)));
  try {
    for (const { socket } of slow) socket.write("GET / HTTP/1.1\r\nhost: a\r\nx-slow: ");
    const all = Promise.all(slow.map(({ ended }) => ended));
    let answered = 0;
    // Each piece comes in good time, so that it is the whole that takes too long.
    while (slow.some((one) => !one.closed())) {
      for (const { socket } of slow) if (socket.writable) socket.write("x");
      expect(statusOf(await say(port, requestText("GET /ewp/profile")))).toBe(200);
      answered += 1;
      await Promise.race([all, pause(500)]);
    }
    expect(answered).toBeGreaterThan(1);
    // A client that continues to write may lose the connection before it reads the answer.
    const statuses = (await all).map(statusOf);
    expect(new Set([0, ...statuses])).toEqual(new Set([0, 408]));
  } finally {
    for (const one of slow) one[Symbol.dispose]();
  }
});
