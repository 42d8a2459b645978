import { gzipSync } from "node:zlib";
import { type Behaviour, headOf, type Reply, withBody } from "./behaviour.ts";

const tenGigabytes = 10 * 1024 ** 3;

/** A small body that is 20 MB when it is unpacked. */
const swelling = gzipSync(Buffer.alloc(20_000_000, " "));

function chunked({ status, headers }: Reply): string {
  const { "content-length": _, ...others } = headers;
  return headOf({
    status: status === 204 ? 200 : status,
    headers: { ...others, "transfer-encoding": "chunked" },
  });
}

/** Peers whose bodies are not what their heads say. */
export const lieAboutLength = {
  "says more than it sends": {
    answer({ write, end, usual }) {
      const reply = withBody(usual);
      write(headOf(withBody(usual, reply.body.length + 100)));
      write(reply.body);
      end();
    },
  },
  "says less than it sends": {
    answer({ write, end, usual }) {
      const reply = withBody(usual);
      write(headOf(withBody(usual, reply.body.length - 9)));
      write(reply.body);
      end();
    },
  },
  "says ten gigabytes": {
    answer({ write, writeWithoutEnd, usual }) {
      write(headOf(withBody(usual, tenGigabytes)));
      writeWithoutEnd(Buffer.alloc(65_536, " "));
    },
  },
  "says two lengths": {
    answer({ write, end, usual }) {
      const reply = withBody(usual);
      write(headOf(reply).replace("\r\n", "\r\nContent-Length: 3\r\n"));
      write(reply.body);
      end();
    },
  },
  "sends chunks of garbage": {
    answer({ write, end, usual }) {
      write(chunked(usual));
      // Late enough that the status is read.
      setTimeout(() => {
        write("zz\r\n<script>\r\n");
        end();
      }, 100);
    },
  },
  "sends chunks without their end": {
    answer({ write, end, usual }) {
      write(chunked(usual));
      setTimeout(() => {
        write("ffff\r\nnot so long");
        end();
      }, 100);
    },
  },
  "packs what swells": {
    answer({ write, end, usual }) {
      const reply = withBody({ ...usual, body: swelling });
      write(headOf({ ...reply, headers: { ...reply.headers, "content-encoding": "gzip" } }));
      write(reply.body);
      end();
    },
  },
} as const satisfies Record<string, Behaviour>;
