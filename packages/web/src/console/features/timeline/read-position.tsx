import { graphql } from "@freehold/client";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { mutation } from "../../graphql.ts";
import type { ReadingItem } from "../../publications/publication.ts";
import { useField } from "../../queries.ts";
import { countNewer, findReadUpTo } from "./cursors.ts";

/** The time in which seen items are gathered for one request, in milliseconds. */
const gatherMs = 2_000;
const key = ["read-position"];

/**
 * Up to where the owner has read, kept by the node for all devices. It follows the seen items, upwards from where the owner
 * stopped; the line stays where it was when the view was opened.
 *
 * @param isOn false for a filtered timeline, which hides items
 */
export function useReadPosition(items: readonly ReadingItem[], isOn: boolean) {
  const client = useQueryClient();
  const { data } = useField(key, positionQuery, {}, { enabled: isOn, refetchOnMount: "always" });
  const [line, setLine] = useState<string | null>(null);
  const state = useRef({ seen: new Set<string>(), items, known: data, timer: 0 });
  state.current.items = items;
  state.current.known = data;
  useEffect(() => {
    if (data?.cursor) setLine((shown) => shown ?? data.cursor);
  }, [data]);
  const save = async (cursor: string) => client.setQueryData(key, await savePosition({ cursor }));
  const flush = () => {
    const { seen, known, timer } = state.current;
    clearTimeout(timer);
    state.current.timer = 0;
    const upTo = known ? findReadUpTo(state.current.items, known.cursor, seen) : null;
    // The next look, or the next visit, saves it.
    if (upTo !== null) save(upTo).catch(() => {});
  };
  const latest = useRef(flush);
  latest.current = flush;
  const loaded = items.length;
  const isKnown = data !== undefined;
  useEffect(() => {
    if (!isOn || !isKnown || loaded === 0) return;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries)
          if (isIntersecting) state.current.seen.add((target as HTMLElement).dataset.cursor ?? "");
        state.current.timer ||= window.setTimeout(() => latest.current(), gatherMs);
      },
      { rootMargin: "0px 0px -10% 0px" },
    );
    for (const element of document.querySelectorAll("[data-cursor]")) observer.observe(element);
    const hide = () => document.hidden && latest.current();
    document.addEventListener("visibilitychange", hide);
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", hide);
    };
  }, [isOn, isKnown, loaded]);
  const before = isOn && line !== null ? countNewer(items, line) : 0;
  const [newest] = items;
  return {
    unread: isOn ? (data?.unread ?? 0) : 0,
    /** The item above which the line stands; null where nothing is above it, or it is not loaded. */
    lineBefore: before > 0 ? (items[before]?.cursor ?? null) : null,
    markAllRead: () => (newest ? save(newest.cursor).catch(() => {}) : undefined),
  };
}

/** How many posts are unread, with the ways to them. Nothing without any. */
export function Unread({
  count,
  onJump,
  onAllRead,
}: {
  count: number;
  onJump: () => void;
  onAllRead: () => void;
}): ReactElement | null {
  const { timeline: texts } = useMessages();
  if (count === 0) return null;
  return (
    <div className="unread">
      <span role="status">{texts.unread(count)}</span>
      <Button look="quiet small" onClick={onJump} text={texts.jump} />
      <Button look="quiet small" onClick={onAllRead} text={texts.allRead} />
    </div>
  );
}

/** The line between new items and those that were read. */
export function ReadLine(): ReactElement {
  const { timeline: texts } = useMessages();
  return (
    <li className="read-line" tabIndex={-1}>
      <span>{texts.upToHere}</span>
    </li>
  );
}

/** Goes to the line, and loads what lies between. */
export async function goToLine(list: {
  readonly hasNextPage: boolean;
  fetchNextPage(): Promise<{ hasNextPage: boolean }>;
}): Promise<void> {
  let { hasNextPage } = list;
  for (let pages = 0; ; pages += 1) {
    const line = document.querySelector<HTMLElement>(".read-line");
    line?.scrollIntoView({ block: "center" });
    line?.focus({ preventScroll: true });
    if (line || !hasNextPage || pages === mostPages) return;
    ({ hasNextPage } = await list.fetchNextPage());
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }
}

/** The most pages that are loaded to find the line. */
const mostPages = 40;

const positionQuery = graphql("query ReadPosition { readPosition { cursor unread } }");

/** Saves the place; the node keeps the newest. */
const savePosition = mutation(
  graphql(
    "mutation SaveReadPosition($input: SaveReadPositionInput!) { saveReadPosition(input: $input) { cursor unread } }",
  ),
);
