import type { ReactElement } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Modal } from "../components/confirm-dialog.tsx";
import { views } from "./views.ts";

/** The dialog with all keyboard shortcuts. */
export function KeyboardHelp({ onClose }: { onClose: () => void }): ReactElement {
  const messages = useMessages();
  return (
    <Modal title={messages.keys.title} onClose={onClose}>
      <dl className="keys">
        {views.map(({ name, key }) => (
          <div key={name}>
            <dt>
              <kbd>g</kbd> <kbd>{key}</kbd>
            </dt>
            <dd>{messages.views[name]}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>?</kbd>
          </dt>
          <dd>{messages.keys.help}</dd>
        </div>
      </dl>
      {views.map(
        ({ name, keys }) =>
          keys && (
            <section key={name}>
              <h3>{messages.views[name]}</h3>
              <dl className="keys">
                {Object.entries(keys).map(([press, does]) => (
                  <div key={does}>
                    <dt>
                      {press.split("+").map((one) => (
                        <kbd key={one}>{one}</kbd>
                      ))}
                    </dt>
                    <dd>{messages.keys.of[does]}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ),
      )}
      <form method="dialog">
        <button type="submit">{messages.close}</button>
      </form>
    </Modal>
  );
}
