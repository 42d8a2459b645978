import { keepPreviousData } from "@tanstack/react-query";
import {
  type KeyboardEvent,
  type ReactElement,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { LoadError } from "../errors.tsx";
import { useData, useOwner } from "../queries.ts";
import { listOwnCommands } from "./own-commands.ts";
import { findCommands, findOwnCommands, findQuery, groupFound, type PaletteItem } from "./palette-items.ts";
import { goTo } from "./routes.tsx";
import "./palette.css";

/** One field that finds everything: views, settings, the owner's posts in every state, people, their posts, comments. */
export default function Palette({
  onClose,
  onKeys,
  onSignOut,
}: {
  onClose: () => void;
  onKeys: () => void;
  onSignOut: () => void;
}): ReactElement {
  const messages = useMessages();
  const { palette } = messages;
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const { groups, isSearching, isFound, query } = useFound(typed.trim());
  const items = groups.flatMap((group) => group.items);
  const current = items[Math.min(at, items.length - 1)];
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useEffect(() => {
    if (current) document.getElementById(`${listId}-${current.id}`)?.scrollIntoView({ block: "nearest" });
  }, [current, listId]);
  const run = ({ target }: PaletteItem) => {
    dialog.current?.close();
    if ("path" in target) goTo(target.path);
    else if ("url" in target) location.assign(target.url);
    else if ("run" in target) target.run();
    else if (target.act === "keys") onKeys();
    else onSignOut();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.nativeEvent.isComposing) return;
    if (step !== undefined && items.length > 0) {
      setAt((Math.min(at, items.length - 1) + step + items.length) % items.length);
    } else if (event.key === "Enter" && current) run(current);
    else if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) dialog.current?.close();
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a touch beside it closes it, as Escape does.
    <dialog
      ref={dialog}
      className="palette"
      aria-label={palette.open}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && dialog.current?.close()}
    >
      <div className="palette-body">
        <input
          type="search"
          role="combobox"
          aria-label={palette.open}
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-activedescendant={current && `${listId}-${current.id}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={palette.placeholder}
          value={typed}
          onKeyDown={press}
          onChange={({ target }) => {
            setTyped(target.value);
            setAt(0);
          }}
        />
        <div id={listId} role="listbox" aria-label={palette.found} className="palette-list">
          {groups.map(({ name, items: ofGroup }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of options.
            <div key={name} role="group" aria-label={name}>
              <p aria-hidden="true">{name}</p>
              {ofGroup.map((item) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the field, which takes the keys.
                <div
                  key={item.id}
                  id={`${listId}-${item.id}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={item === current}
                  onPointerMove={() => setAt(items.indexOf(item))}
                  onClick={() => run(item)}
                >
                  <span>{item.text}</span>
                  {item.hint && <small>{item.hint}</small>}
                  {item.keys && (
                    <span className="palette-keys" aria-hidden="true">
                      {item.keys.map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </span>
                  )}
                </div>
              ))}
            </div>
          ))}
        </div>
        <p role="status" className="hint">
          {isSearching ? palette.searching : isFound && items.length === 0 && messages.noMatches}
        </p>
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      </div>
    </dialog>
  );
}

/** The items that match the typed text, in groups: commands at once, the rest as soon as the node has found it. */
function useFound(typed: string) {
  const messages = useMessages();
  const owner = useOwner();
  const text = useDeferredValue(typed);
  const isAsked = text.length > 1;
  const query = useData(
    ["palette", text],
    findQuery,
    { text },
    { enabled: isAsked, placeholderData: keepPreviousData, staleTime: 30_000 },
  );
  const commands = findCommands(messages, typed);
  const own = findOwnCommands(listOwnCommands(), typed);
  const { palette } = messages;
  const groups = [
    ...(own.length > 0 ? [{ name: palette.groups.here, items: own }] : []),
    ...(commands.length > 0 ? [{ name: palette.groups.commands, items: commands }] : []),
    ...(isAsked && query.data ? groupFound(query.data, messages, owner) : []),
  ];
  // One letter is not looked for, and offline nothing is.
  const isFound = isAsked && query.isSuccess && !query.isPlaceholderData;
  return { groups, isSearching: isAsked && query.isFetching, isFound, query };
}
