import { addressOfPrivateKey } from "@freehold/protocol";
import { type Behaviour, headOf, type Reply, withBody } from "./behaviour.ts";

const somebodyElse = addressOfPrivateKey(new Uint8Array(32).fill(77));

function instead(change: (usual: Reply) => Buffer): Behaviour {
  return {
    answer({ write, end, usual }) {
      const reply = withBody({ ...usual, body: change(usual) });
      write(headOf(reply));
      write(reply.body);
      end();
    },
  };
}

/** Peers that answer in due form, and with something else than they were asked for. */
export const impersonate = {
  "answers with another node's profile": instead(({ body }) =>
    Buffer.from(body.toString().replace(/"address":"0x[0-9a-fA-F]{40}"/, `"address":"${somebodyElse}"`)),
  ),
  "answers with other content": instead(({ body }) => Buffer.from(body.toString().toUpperCase())),
  "answers with a page of two million numbers": instead(() =>
    Buffer.from(`{"data":[${"0,".repeat(2_000_000)}0],"pagination":{}}`),
  ),
} as const satisfies Record<string, Behaviour>;
