import { parseNodeUrl } from "@freehold/protocol";
import type { ReactElement } from "react";
import { circle } from "../../drawings/drawing.ts";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Button } from "../components/controls.tsx";
import { inlineDrawing } from "../elements.ts";
import { useData } from "../queries.ts";
import { useSettings } from "../settings.tsx";
import { Link } from "../shell/routes.tsx";
import "./checklist.css";

/** The first steps of a new site, until all of them are done or the owner hides the list. */
export default function Checklist(): ReactElement | null {
  const { checklist: texts } = useMessages();
  const { data } = useData<Progress>(["checklist"], query, {}, { staleTime: 30_000 });
  const { settings, change } = useSettings();
  if (!data || !settings?.showChecklist) return null;
  const isDone = readProgress(data, settings.mailTransportIsSet);
  const done = names.filter((name) => isDone[name]).length;
  if (done === names.length) return null;
  return (
    <section className="checklist" aria-labelledby="checklist">
      <header>
        <h2 id="checklist">{texts.title}</h2>
        <span className="hint">{texts.done(done, names.length)}</span>
      </header>
      <ol>
        {names.map((name) => (
          <li key={name} data-done={isDone[name]}>
            {inlineDrawing({ size: 20, shapes: isDone[name] ? ticked : open }, "state-mark", null)}
            {isDone[name] ? (
              <p>
                {texts.steps[name].name} <span className="unseen">({texts.isDone})</span>
              </p>
            ) : (
              <p>
                <Link to={paths[name]}>{texts.steps[name].name}</Link>
                <span className="hint">{texts.steps[name].why}</span>
              </p>
            )}
          </li>
        ))}
      </ol>
      <Button look="quiet" onClick={() => change.mutate({ showChecklist: false })} text={texts.hide} />
    </section>
  );
}

/** Where each step is done, below `/console`, in their order. */
const paths = {
  post: "/write",
  profile: "/settings/profile",
  address: "/settings/address",
  mail: "/settings/mail",
} as const;
type Step = keyof typeof paths;
const names = Object.keys(paths) as Step[];

function readProgress({ profile, publications }: Progress, hasMail: boolean): Record<Step, boolean> {
  return {
    post: publications.nodes.length > 0,
    profile: profile.avatarUrl !== null || Boolean(profile.description),
    address: parseNodeUrl(profile.url) !== null,
    mail: hasMail,
  };
}

const open = [{ path: circle(10, 8), stroke: 1.5 }];
const ticked = [...open, { path: "M6.5 10.5 9 13 13.75 7.25", stroke: 1.75 }];

interface Progress {
  readonly profile: {
    readonly url: string;
    readonly description: string | null;
    readonly avatarUrl: string | null;
  };
  readonly publications: { readonly nodes: readonly unknown[] };
}

const query = /* GraphQL */ `
  query Checklist {
    profile { url description avatarUrl }
    publications(first: 1, types: [POST], states: [LOCAL, SIGNED]) { nodes { id } }
  }
`;
