import type { ReplyOf } from "@freehold/client";
import type { ReactElement } from "react";
import { circle } from "../../drawings/drawing.ts";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Button } from "../components/controls.tsx";
import { inlineDrawing } from "../elements.ts";
import { Trouble } from "../errors.tsx";
import { checklistQuery } from "../first-reads.ts";
import { useAction, useData } from "../queries.ts";
import { updateSettings } from "../settings.tsx";
import { Link } from "../shell/routes.tsx";

/** The first steps of a new site, until all of them are done or the owner hides the list. */
export function Checklist(): ReactElement | null {
  const { checklist: texts } = useMessages();
  const { data } = useData(["checklist"], checklistQuery, {}, { staleTime: 30_000 });
  const hide = useAction(() => updateSettings({ showChecklist: false }));
  if (!data?.settings.showChecklist || hide.isPending) return null;
  const isDone = readProgress(data);
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
      <Button look="quiet" onClick={() => hide.mutate()} text={texts.hide} />
      <Trouble error={hide.error} />
    </section>
  );
}

/** The place of each step, below `/console`, in their order. */
const paths = {
  post: "/write",
  profile: "/settings/profile",
  address: "/settings/address",
  mail: "/settings/mail",
} as const;
type Step = keyof typeof paths;
const names = Object.keys(paths) as Step[];

function readProgress({ profile, publications, settings }: Progress): Record<Step, boolean> {
  return {
    post: publications.nodes.length > 0,
    profile: profile.avatarUrl !== null || Boolean(profile.description),
    address: URL.parse(profile.url)?.protocol === "https:",
    mail: settings.mailTransportIsSet,
  };
}

const open = [{ path: circle(10, 8), stroke: 1.5 }];
const ticked = [...open, { path: "M6.5 10.5 9 13 13.75 7.25", stroke: 1.75 }];

type Progress = ReplyOf<typeof checklistQuery>;
