import { type Behaviour, headOf, withBody } from "./behaviour.ts";

/** Peers that stop talking, and stay. */
export const hang = {
  "hangs before TLS": { connect: (socket) => void socket.resume() },
  "hangs before its headers": { answer: () => {} },
  "hangs in its headers": { answer: ({ write, usual }) => void write(headOf(usual).slice(0, -6)) },
  "hangs after its headers": { answer: ({ write, usual }) => void write(headOf(withBody(usual))) },
  "hangs in the body": {
    answer({ write, usual }) {
      const reply = withBody(usual);
      write(headOf(reply));
      write(reply.body.subarray(0, reply.body.length >> 1));
    },
  },
} as const satisfies Record<string, Behaviour>;
