import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

type Topic = "timeline" | "notifications";

const listeners = new Map<Topic, Set<() => void>>();

/** Calls a function when the node has news of a topic. @returns a function that ends it */
export function onNews(topic: Topic, listener: () => void): () => void {
  const ofTopic = listeners.get(topic) ?? new Set();
  listeners.set(topic, ofTopic.add(listener));
  return () => ofTopic.delete(listener);
}

function tell(topic: Topic): void {
  for (const listener of listeners.get(topic) ?? []) listener();
}

/** The first pause before a lost stream is opened again, and the longest, in milliseconds. */
const firstPauseMs = 5_000;
const longestPauseMs = 120_000;
/** A stream that lasted this long was not a failure, in milliseconds. */
const goodMs = 60_000;

/**
 * Hears of news from the node (`/api/events`) as long as the page is visible: a browser has few connections to one host.
 * Counts and notifications are read again; the timeline announces new items, and waits for its reader.
 */
export function useLiveUpdates(): void {
  const client = useQueryClient();
  useEffect(() => {
    const end = onNews("notifications", () => {
      for (const name of ["waiting", "notifications", "comments", "comment-counts"]) {
        void client.invalidateQueries({ queryKey: [name] });
      }
    });
    const close = keepStream();
    return () => {
      close();
      end();
    };
  }, [client]);
}

/** Opens the stream again when it breaks, and after the page was hidden. @returns a function that ends it */
function keepStream(): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = firstPauseMs;
  let openedAt = Number.NEGATIVE_INFINITY;
  let wasClosed = false;

  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
    wasClosed = true;
  };
  const open = () => {
    if (source !== null || document.hidden || !navigator.onLine) return;
    source = new EventSource("/api/events");
    source.onopen = () => {
      openedAt = Date.now();
      // Events were missed while the stream was closed.
      if (wasClosed) for (const topic of ["timeline", "notifications"] as const) tell(topic);
    };
    for (const topic of ["timeline", "notifications"] as const) {
      source.addEventListener(topic, () => tell(topic));
    }
    source.onerror = () => {
      close();
      pauseMs = Date.now() - openedAt > goodMs ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs);
      // Without a stream, each try reads the shown data again.
      timer = setTimeout(() => {
        for (const topic of ["timeline", "notifications"] as const) tell(topic);
        open();
      }, pauseMs);
    };
  };
  const look = () => (document.hidden || !navigator.onLine ? close() : open());
  document.addEventListener("visibilitychange", look);
  addEventListener("online", look);
  addEventListener("offline", look);
  open();
  return () => {
    document.removeEventListener("visibilitychange", look);
    removeEventListener("online", look);
    removeEventListener("offline", look);
    close();
  };
}
