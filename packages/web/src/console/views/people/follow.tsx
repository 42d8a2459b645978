import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, useRef, useState } from "react";
import { sayProblem } from "../../say-problem.ts";
import { Link } from "../../shell/link.tsx";
import { goTo } from "../../shell/route.ts";
import { useWords } from "../../words/use-words.ts";
import { FollowDialog } from "./follow-dialog.tsx";
import { lookAtNode } from "./look-at-node.ts";
import { LookedAt } from "./looked-at.tsx";

/** Follow by address: a look at who lives there, and then one touch that signs. */
export function Follow({ url }: { url: string }): ReactElement {
  const words = useWords();
  const client = useQueryClient();
  const said = words.following;
  const field = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState(url);
  const [isSigning, setSigning] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["look", asked],
    queryFn: ({ signal }) => lookAtNode(asked, signal),
    enabled: asked !== "",
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const close = (isSigned: boolean) => {
    setSigning(false);
    if (!isSigned) return;
    void client.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== "look" });
    goTo("/people");
  };
  const look = (event: FormEvent) => {
    event.preventDefault();
    const written = withScheme(field.current?.value ?? "");
    if (written === asked) void refetch();
    else setAsked(written);
  };
  return (
    <>
      <p className="way-back">
        <Link to="/people">{words.places.people}</Link>
      </p>
      <h1>{said.title}</h1>
      <form className="follow-form" onSubmit={look}>
        <label htmlFor="node-url">{said.label}</label>
        <div className="choices">
          <input
            id="node-url"
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
          <button type="submit" disabled={isFetching}>
            {said.look}
          </button>
        </div>
        <p className="hint" id="node-url-hint">
          {said.hint}
        </p>
      </form>
      <p role="status" className="hint">
        {isFetching && said.looking}
      </p>
      {error && !isFetching && (
        <p role="alert" className="trouble">
          {sayProblem(words, error)}
        </p>
      )}
      {data && !isFetching && <LookedAt node={data} onFollow={() => setSigning(true)} />}
      {data && isSigning && <FollowDialog node={data} onClose={close} />}
    </>
  );
}

/** People type addresses without what stands before them. */
function withScheme(written: string): string {
  const url = written.trim();
  return url === "" || /^[a-z]+:\/\//i.test(url) ? url : `https://${url}`;
}
