import type { ReactElement } from "react";
import { ask } from "../../ask.ts";
import { nameOfNode } from "../../people/name-of-node.ts";
import { MessageDialog } from "../../signing/message-dialog.tsx";
import { useWords } from "../../words/use-words.ts";
import { lookAtNode, type SeenNode } from "./look-at-node.ts";

/** Signs a follow, brings it to the other node, and tells what came of it. */
export function FollowDialog({
  node,
  onClose,
}: {
  node: SeenNode;
  onClose: (isSigned: boolean) => void;
}): ReactElement {
  const { following } = useWords();
  const name = nameOfNode(node);
  return (
    <MessageDialog
      title={following.signTitle(name)}
      explain={<p>{following.explain(name)}</p>}
      errand={{
        key: ["follow", node.address],
        // Once more: somebody may have looked for long, and what is signed names the second.
        async prepare(signal) {
          return { messages: [(await lookAtNode(node.url, signal)).message.typedData] };
        },
        async send([message]) {
          return (await ask<Followed>(mutation, { input: { message } })).followNode.state;
        },
      }}
      say={(state) => <p>{state === "FOLLOWING" ? following.done(name) : following.waits(name)}</p>}
      onClose={(state) => onClose(state !== null)}
    />
  );
}

interface Followed {
  readonly followNode: { readonly state: "FOLLOWING" | "WAITING" };
}

const mutation = /* GraphQL */ `
  mutation FollowNode($input: FollowNodeInput!) {
    followNode(input: $input) {
      state
    }
  }
`;
