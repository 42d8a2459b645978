import autocannon from "autocannon";
import { expect, test } from "vitest";
import { openHttpNode } from "../support/http-node.ts";

const connections = 100;
const amount = 1_500;

test.each(["/", "/search?q=word", "/archive", "/feed.xml", "/ewp/profile"])(
  "a hundred readers of one address at once, over connections that stay open: all of them get %s",
  async (path) => {
    await using node = await openHttpNode();
    for (let post = 0; post < 20; post += 1) await node.publish(`# Post ${post}\n\nA word.\n`);
    const port = await node.listen();
    const { statusCodeStats, errors, timeouts } = await autocannon({
      url: `http://127.0.0.1:${port}${path}`,
      connections,
      amount,
      timeout: 60,
    });
    expect({ errors, timeouts, statuses: Object.keys(statusCodeStats ?? {}) }).toEqual({
      errors: 0,
      timeouts: 0,
      statuses: ["200"],
    });
  },
);
