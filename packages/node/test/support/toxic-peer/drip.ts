import { type Behaviour, headOf, withBody } from "./behaviour.ts";

/** No more than any kind of reply may have. */
const longBody = 60_000;

/** Peers that say everything, a byte at a time. */
export const drip = {
  "drips its headers": {
    answer({ drip, usual }) {
      drip(headOf({ ...usual, headers: { "x-slow": "x".repeat(10_000), ...usual.headers } }));
    },
  },
  "drips its body": {
    answer({ write, drip, usual }) {
      const reply = withBody(usual, longBody);
      write(headOf(reply));
      drip(Buffer.concat([reply.body, Buffer.alloc(longBody - reply.body.length, " ")]));
    },
  },
} as const satisfies Record<string, Behaviour>;
