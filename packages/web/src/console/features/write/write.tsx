import { type ReactElement, useRef, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { LoadState } from "../../errors.tsx";
import { useField } from "../../queries.ts";
import { Link, readCarried } from "../../shell/routes.tsx";
import { PostEditor } from "./post-editor.tsx";
import type { OpenedPost } from "./use-draft.ts";

/** The editor: for a new post, which may start with carried text (`goTo`), or for the post that the path names. */
export default function Write({ rest: [id] }: { rest: readonly string[] }): ReactElement {
  // A new draft gets its id while it is written, and stays in the same editor.
  const editor = useRef({ key: 0, id });
  if (editor.current.id !== id) editor.current = { key: editor.current.key + 1, id };
  const created = (newId: string) => {
    editor.current = { ...editor.current, id: newId };
  };
  return <Opened key={editor.current.key} id={id ?? null} onCreated={created} />;
}

function Opened({ id, onCreated }: { id: string | null; onCreated: (id: string) => void }): ReactElement {
  const messages = useMessages();
  const first = useRef(id).current;
  const [beginning] = useState(readCarried);
  const opened = useField<OpenedPost | null>(
    ["editor", first],
    query,
    { id: first },
    { enabled: first !== null, gcTime: 0, staleTime: Infinity },
  );
  if (first === null) return <PostEditor post={null} beginning={beginning} onCreated={onCreated} />;
  const { data: post, isPending, error } = opened;
  if (!error && post?.type === "POST" && post.body !== null && post.state !== "SIGNED") {
    return <PostEditor post={post} onCreated={onCreated} />;
  }
  return (
    <>
      <h1>{messages.views.write}</h1>
      <LoadState of={opened} />
      {!isPending && !error && (
        <>
          <p className="empty">
            {post?.state === "SIGNED" ? messages.write.isSigned : messages.write.isGone}
          </p>
          <Link to="/posts">{messages.views.posts}</Link>
        </>
      )}
    </>
  );
}

const query = /* GraphQL */ `
  query OpenPost($id: ID!) {
    publication(id: $id) {
      id type state body slug tags url revision scheduledAt
    }
  }
`;
