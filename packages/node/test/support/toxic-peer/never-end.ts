import { type Behaviour, headOf } from "./behaviour.ts";

const much = Buffer.alloc(65_536, " ");

/** Peers that answer without end. */
export const neverEnd = {
  "has headers without end": {
    answer({ write, writeWithoutEnd }) {
      write("HTTP/1.1 200 OK\r\n");
      writeWithoutEnd(`X-More: ${"x".repeat(1_000)}\r\n`);
    },
  },
  "has first answers without end": {
    answer: ({ drip }) => drip("HTTP/1.1 103 Early Hints\r\nX-More: 1\r\n\r\n".repeat(100_000)),
  },
  "has a body without end": {
    answer({ write, writeWithoutEnd, usual }) {
      const { status, headers } = usual;
      const { "content-length": _, ...others } = headers;
      write(headOf({ status: status === 204 ? 200 : status, headers: others }));
      writeWithoutEnd(much);
    },
  },
  "says no HTTP": {
    answer({ write, end }) {
      write("<script>a secret</script>\r\n\r\n");
      end();
    },
  },
} as const satisfies Record<string, Behaviour>;
