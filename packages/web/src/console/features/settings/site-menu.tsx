import { graphql } from "@freehold/client";
import { type FormEvent, type PointerEvent, type ReactElement, useEffect, useRef, useState } from "react";
import { useMessages, useSiteMessages } from "../../../messages/console/use-messages.ts";
import { type ArrangedEntry, arrangeMenu, menuLimits, menuOf, writeMenu } from "../../../site/menu.ts";
import { Button, Checkbox } from "../../components/controls.tsx";
import { followDrag } from "../../components/drag-order.ts";
import { LoadState, Trouble } from "../../errors.tsx";
import { Restored } from "../../kept/restored.tsx";
import { useKept } from "../../kept/use-kept.ts";
import { useField } from "../../queries.ts";
import { useSettings } from "../../settings.tsx";
import { SaveBar, TextField } from "./form.tsx";
import { addLink, moveEntry, withAbsentPages } from "./menu-entries.ts";
import "./site-menu.css";

/** The order, names and links of the site's menu. */
export function SiteMenu({ saved }: { saved: string }): ReactElement {
  const messages = useMessages().siteMenu;
  const { change } = useSettings();
  const pages = useField(["site-pages"], pagesQuery);
  const [changed, setChanged] = useState<readonly ArrangedEntry[] | null>(null);
  const kept = useKept("menu", saved);
  // Newest first, as lists of posts are; the menu has the oldest first.
  const known = (pages.data?.nodes ?? []).toReversed().flatMap(({ id, url, title }) => {
    return url === null ? [] : [{ path: new URL(url).pathname, title: title || `#${id}` }];
  });
  const choices = menuOf(saved) ?? [];
  const entries = changed ?? arrangeMenu(menuOf(kept.value) ?? choices, known);
  const isChanged = changed !== null || kept.value !== saved;
  const write = (next: readonly ArrangedEntry[] | null) => {
    change.reset();
    setChanged(next);
    if (next === null) return kept.discard();
    // A link without a name is no entry yet.
    const text = writeMenu(withAbsentPages(next, choices));
    if (menuOf(text)) kept.set(text);
  };
  const save = (siteMenu: string | null) =>
    change.mutate(
      { siteMenu },
      {
        onSuccess() {
          setChanged(null);
          kept.discard();
        },
      },
    );
  return (
    <section>
      <h2>{messages.title}</h2>
      <p className="hint">{messages.hint}</p>
      <LoadState of={pages} />
      {pages.data && <MenuEntries entries={entries} onChange={write} />}
      <NewLink entries={entries} onChange={write} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save(writeMenu(withAbsentPages(entries, choices)));
        }}
      >
        <SaveBar change={change} isChanged={isChanged} save={messages.save} onDiscard={() => write(null)}>
          {saved !== "" && !isChanged && (
            <Button look="plain" onClick={() => save(null)} text={messages.usual} />
          )}
        </SaveBar>
        <Restored at={kept.restoredAt} />
      </form>
    </section>
  );
}

const pagesQuery = graphql(`query SitePages {
  publications(first: 50, isPage: true, states: [LOCAL, SIGNED]) { nodes { id url title } }
}`);

interface EntriesProps {
  readonly entries: readonly ArrangedEntry[];
  readonly onChange: (entries: readonly ArrangedEntry[]) => void;
}

function MenuEntries({ entries, onChange }: EntriesProps): ReactElement {
  const messages = useMessages().siteMenu;
  const titleOf = useTitleOf();
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState<{ readonly to: string; readonly step: 1 | -1 } | null>(null);
  const [dragged, setDragged] = useState<{ readonly to: string; readonly over: number } | null>(null);
  // A button that moved with its entry keeps the focus; at an end, the other one has it.
  useEffect(() => {
    if (!moved) return;
    const row = list.current?.querySelector(`[data-entry="${CSS.escape(moved.to)}"]`);
    const find = (selector: string) => row?.querySelector<HTMLElement>(`${selector}:enabled`);
    (find(`[data-step="${moved.step}"]`) ?? find("[data-step]"))?.focus();
  }, [moved]);
  const change = (to: string, patch: Partial<ArrangedEntry>) =>
    onChange(entries.map((entry) => (entry.to === to ? { ...entry, ...patch } : entry)));
  const move = (to: string, step: 1 | -1) => {
    onChange(moveEntry(entries, to, entries.findIndex((entry) => entry.to === to) + step));
    setMoved({ to, step });
  };
  const drag = (to: string, from: number, { nativeEvent }: PointerEvent) =>
    followDrag(nativeEvent, {
      items: () => [...(list.current?.children ?? [])],
      onOver: (over) => setDragged(over === null ? null : { to, over }),
      onDrop(place) {
        if (place === from) return;
        onChange(moveEntry(entries, to, place));
        setMoved({ to, step: place < from ? -1 : 1 });
      },
    });
  const from = dragged ? entries.findIndex(({ to }) => to === dragged.to) : -1;
  const lookOf = ({ to, isHidden }: ArrangedEntry, index: number) =>
    [
      isHidden && "is-hidden",
      dragged?.to === to && "is-dragged",
      dragged?.over === index && index < from && "is-before",
      dragged?.over === index && index > from && "is-after",
    ]
      .filter(Boolean)
      .join(" ");
  const place = moved ? entries.findIndex(({ to }) => to === moved.to) : -1;
  const movedEntry = entries[place];
  return (
    <>
      <ol className="menu-entries" ref={list}>
        {entries.map((entry, index) => {
          const title = entry.name || titleOf(entry);
          return (
            <li key={entry.to} data-entry={entry.to} className={lookOf(entry, index)}>
              <span
                className="menu-grip"
                title={messages.drag}
                aria-hidden="true"
                onPointerDown={(event) => event.button === 0 && drag(entry.to, index, event)}
              />
              <span className="menu-name">
                <input
                  aria-label={messages.nameOf(titleOf(entry))}
                  value={entry.name}
                  placeholder={titleOf(entry)}
                  maxLength={menuLimits.menuNameLength}
                  required={entry.isLink}
                  onChange={({ target }) => change(entry.to, { name: target.value })}
                />
                {entry.isLink && <small>{entry.to}</small>}
              </span>
              <span className="menu-acts">
                <Button
                  look="quiet"
                  aria-label={messages.up(title)}
                  data-step={-1}
                  disabled={index === 0}
                  onClick={() => move(entry.to, -1)}
                  text="↑"
                />
                <Button
                  look="quiet"
                  aria-label={messages.down(title)}
                  data-step={1}
                  disabled={index === entries.length - 1}
                  onClick={() => move(entry.to, 1)}
                  text="↓"
                />
                {entry.isLink ? (
                  <Button
                    look="quiet"
                    aria-label={messages.remove(title)}
                    onClick={() => onChange(entries.filter(({ to }) => to !== entry.to))}
                    text="×"
                  />
                ) : (
                  <Checkbox
                    label={messages.shown(title)}
                    look="switch"
                    checked={!entry.isHidden}
                    onChange={(isOn) => change(entry.to, { isHidden: !isOn })}
                  />
                )}
              </span>
            </li>
          );
        })}
      </ol>
      <p role="status" className="unseen">
        {movedEntry && messages.moved(movedEntry.name || titleOf(movedEntry), place + 1, entries.length)}
      </p>
    </>
  );
}

function NewLink({ entries, onChange }: EntriesProps): ReactElement {
  const messages = useMessages().siteMenu;
  const kept = useKept("link of the menu", { name: "", address: "" });
  const { value: link } = kept;
  const [problem, setProblem] = useState<Extract<ReturnType<typeof addLink>, string> | null>(null);
  const write = (patch: Partial<typeof link>) => {
    setProblem(null);
    kept.set({ ...link, ...patch });
  };
  const add = (event: FormEvent) => {
    event.preventDefault();
    const next = addLink(entries, link);
    if (typeof next === "string") return setProblem(next);
    kept.discard();
    onChange(next);
  };
  return (
    <details className="view-settings" open={kept.restoredAt !== null || undefined}>
      <summary>{messages.link}</summary>
      <form onSubmit={add}>
        <TextField
          label={messages.linkName}
          maxLength={menuLimits.menuNameLength}
          value={link.name}
          onChange={({ target }) => write({ name: target.value })}
        />
        <TextField
          label={messages.linkAddress}
          hint={messages.linkHint}
          inputMode="url"
          autoCapitalize="off"
          maxLength={menuLimits.menuAddressLength}
          value={link.address}
          onChange={({ target }) => write({ address: target.value })}
        />
        <Trouble text={problem && messages[problem]} />
        <Restored at={kept.restoredAt} onDiscard={kept.discard} />
        <Button type="submit" look="plain" text={messages.add} />
      </form>
    </details>
  );
}

/** The own name of an entry: of a page its title, of a part of the site its name in the language of the dashboard. */
function useTitleOf(): (entry: ArrangedEntry) => string {
  const { lists, header, search } = useSiteMessages();
  const names: Readonly<Record<string, string>> = {
    "/archive": lists.archive,
    "/about": header.about,
    "/search": search.title,
  };
  return ({ title, path }) => title ?? names[path] ?? path;
}
