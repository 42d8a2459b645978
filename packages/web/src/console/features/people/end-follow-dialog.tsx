import { graphql } from "@freehold/client";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { parseTypedData } from "../../../signing/account.ts";
import { askField, mutation } from "../../graphql.ts";
import { nodeName } from "../../people/person-card.tsx";
import { Link } from "../../shell/routes.tsx";
import { MessageDialog } from "../../signing/message-dialog.tsx";
import { onlyMessage } from "../../signing/use-message-signing.ts";
import type { PersonProps } from "./use-people.ts";

/** Ends a follow, from either side, with the owner's signature. */
export function EndFollowDialog({
  person,
  side,
  onClose,
}: PersonProps & { onClose: () => void }): ReactElement {
  const { people } = useMessages();
  const client = useQueryClient();
  const name = nodeName(person);
  const isFollowed = side === "following";
  const variables = { address: person.address, owner: isFollowed ? "FOLLOWER" : "FOLLOWEE" } as const;
  return (
    <MessageDialog
      title={() => (isFollowed ? people.unfollowTitle(name) : people.removeTitle(name))}
      explain={() => <p>{isFollowed ? people.unfollowExplain : people.removeExplain}</p>}
      task={{
        key: ["end", side, person.address],
        async prepare(signal) {
          const { typedData } = await askField(query, variables, signal);
          return { messages: [parseTypedData(typedData)] };
        },
        async send(messages) {
          return (await destroyConnection({ message: onlyMessage(messages) })).state;
        },
      }}
      formatResult={(state) => (
        <>
          <p>
            {isFollowed ? people.unfollowed(name) : people.removed(name)}{" "}
            {state === "WAITING" && people.endWaits}
          </p>
          {isFollowed && (
            <p>
              <Link to={`/home/people/follow/${encodeURIComponent(person.url)}`}>{people.followAgain}</Link>
            </p>
          )}
        </>
      )}
      onClose={(state) => {
        onClose();
        if (state) void client.invalidateQueries();
      }}
    />
  );
}

const query = graphql(`query EndToSign($address: Address!, $owner: ConnectionSide!) {
  connectionEndToSign(address: $address, owner: $owner) { typedData }
}`);
const destroyConnection = mutation(
  graphql(
    "mutation EndFollow($input: DestroyConnectionInput!) { destroyConnection(input: $input) { state } }",
  ),
);
