import type { ReactElement } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Modal } from "../components/confirm-dialog.tsx";
import { type ViewName, viewNames, views } from "./navigation.ts";

/** The dialog with all keyboard shortcuts. */
export default function KeyboardHelp({ onClose }: { onClose: () => void }): ReactElement {
  const { keys: texts, views: names, close } = useMessages();
  return (
    <Modal title={texts.title} onClose={onClose}>
      <dl className="keys">
        {viewNames.map((name) => (
          <Shortcut key={name} keys={["g", views[name].key]} text={names[name]} />
        ))}
        <Shortcut keys={["Ctrl", "K"]} text={texts.palette} />
        <Shortcut keys={["?"]} text={texts.help} />
      </dl>
      {(Object.keys(views) as ViewName[])
        .filter((name) => views[name].keys)
        .map((name) => (
          <section key={name}>
            <h3>{names[name]}</h3>
            <dl className="keys">
              {Object.entries(views[name].keys ?? {}).map(([press, does]) => (
                <Shortcut key={does} keys={press.split("+")} text={texts.of[does]} />
              ))}
            </dl>
          </section>
        ))}
      <form method="dialog">
        <button type="submit">{close}</button>
      </form>
    </Modal>
  );
}

function Shortcut({ keys, text }: { keys: readonly string[]; text: string }): ReactElement {
  return (
    <div>
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{text}</dd>
    </div>
  );
}
