import { graphql } from "@freehold/client";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, useRef, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { parseTypedData } from "../../../signing/account.ts";
import { Button } from "../../components/controls.tsx";
import { Trouble } from "../../errors.tsx";
import { ApiError, askField, type FieldOf, mutation } from "../../graphql.ts";
import { useKeptForm } from "../../kept/kept-form.ts";
import { nodeName, PersonCard } from "../../people/person-card.tsx";
import { useField } from "../../queries.ts";
import { goTo, Link } from "../../shell/routes.tsx";
import { MessageDialog } from "../../signing/message-dialog.tsx";
import { onlyMessage } from "../../signing/use-message-signing.ts";
import { FeedOffer } from "../feeds/feed-offer.tsx";

/** Follows a node by its address: first a preview, then the signature. */
export default function Follow({ url }: { url: string }): ReactElement {
  const messages = useMessages();
  const client = useQueryClient();
  const texts = messages.following;
  const field = useRef<HTMLInputElement>(null);
  const kept = useKeptForm(`follow ${url}`);
  const [asked, setAsked] = useState(url);
  const [isSigning, setSigning] = useState(false);
  const once = { gcTime: 0, staleTime: Infinity, retry: false };
  const { data, error, isFetching, refetch } = useField(
    ["look", asked],
    previewQuery,
    { url: asked },
    { ...once, enabled: asked !== "" },
  );
  const close = (isSigned: boolean) => {
    setSigning(false);
    if (!isSigned) return;
    kept.forget();
    void client.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== "look" });
    goTo("/home/people");
  };
  const look = (event: FormEvent) => {
    event.preventDefault();
    const written = withScheme(field.current?.value ?? "");
    if (written === asked) void refetch();
    else setAsked(written);
  };
  return (
    <>
      <p className="back-link">
        <Link to="/home/people">{messages.views.people}</Link>
      </p>
      <h1>{messages.people.follow}</h1>
      <form className="follow-form" ref={kept.form} onSubmit={look}>
        <label htmlFor="node-url">{texts.label}</label>
        <div className="choices">
          <input
            id="node-url"
            name="url"
            ref={field}
            defaultValue={url}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-describedby="node-url-hint"
            placeholder="https://"
            required
          />
          <Button type="submit" disabled={isFetching} text={texts.lookUp} />
        </div>
        <p className="hint" id="node-url-hint">
          {texts.hint}
        </p>
      </form>
      <p role="status" className="hint">
        {isFetching && texts.lookingUp}
      </p>
      {error && !isFetching && mayBeFeed(error) ? (
        <FeedOffer key={asked} url={asked} nodeError={error} />
      ) : (
        <Trouble error={!isFetching && error} />
      )}
      {data && !isFetching && (
        <section className="node-preview" aria-label={nodeName(data)}>
          <PersonCard {...data} description={data.description || texts.noDescription} />
          <p className="hint">{texts.compare}</p>
          <p>{texts.posts(data.publications)}</p>
          <Button onClick={() => setSigning(true)} text={texts.follow(nodeName(data))} />
        </section>
      )}
      {data && isSigning && <FollowDialog node={data} onClose={close} />}
    </>
  );
}

/** An address without a node may have a feed. */
function mayBeFeed(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "PEER_FAILED" || error.reason === "NO_NODE_URL");
}

/** Adds https:// to an address without a scheme. */
function withScheme(written: string): string {
  const url = written.trim();
  return url === "" || /^[a-z]+:\/\//i.test(url) ? url : `https://${url}`;
}

/** Signs a follow, sends it to the other node, and shows the result. */
function FollowDialog({
  node,
  onClose,
}: {
  node: NodePreview;
  onClose: (isSigned: boolean) => void;
}): ReactElement {
  const { following } = useMessages();
  const client = useQueryClient();
  const name = nodeName(node);
  return (
    <MessageDialog
      title={() => following.follow(name)}
      explain={() => <p>{following.explain(name)}</p>}
      task={{
        key: ["follow", node.address],
        // Prepare again: the message contains the time, and the preview may be old.
        async prepare(signal) {
          const { message } = await askField(previewQuery, { url: node.url }, signal);
          return { messages: [parseTypedData(message.typedData)] };
        },
        async send(messages) {
          const { state } = await followNode({ message: onlyMessage(messages) });
          // The list that comes next shows the new one at once.
          await client.refetchQueries({ predicate: isOfPeople, type: "all" });
          return state;
        },
      }}
      formatResult={(state) => <p>{state === "FOLLOWING" ? following.done(name) : following.waits(name)}</p>}
      onClose={(state) => onClose(state !== null)}
    />
  );
}

const isOfPeople = ({ queryKey: [name] }: { readonly queryKey: readonly unknown[] }) =>
  name === "people" || name === "people-counts";

const followNode = mutation(
  graphql("mutation FollowNode($input: FollowNodeInput!) { followNode(input: $input) { state } }"),
);

/** A node's description of itself, and the message to sign to follow it. */
type NodePreview = FieldOf<typeof previewQuery>;

const previewQuery = graphql(`query LookAtNode($url: String!) {
  connectionToSign(url: $url) {
    address url title description picture publications
    message { typedData }
  }
}`);
