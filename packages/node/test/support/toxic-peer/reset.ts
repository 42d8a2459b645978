import { type Behaviour, headOf, withBody } from "./behaviour.ts";

/** Peers that break the connection. */
export const reset = {
  "resets when connected": { connect: (socket) => void socket.resetAndDestroy() },
  "resets in TLS": { connect: (socket) => void socket.once("data", () => socket.resetAndDestroy()) },
  "resets before its headers": { answer: ({ reset }) => reset() },
  "resets after its headers": {
    answer({ write, reset, usual }) {
      write(headOf(withBody(usual)));
      // Late enough that the headers are read.
      setTimeout(reset, 100);
    },
  },
  "resets in the body": {
    answer({ write, reset, usual }) {
      const reply = withBody(usual);
      write(headOf(reply));
      write(reply.body.subarray(0, reply.body.length >> 1));
      setTimeout(reset, 100);
    },
  },
} as const satisfies Record<string, Behaviour>;
