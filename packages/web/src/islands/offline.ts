import type { SavedPost } from "../offline/saved-notice.ts";

/** How long it waits before it tries again, in milliseconds: longer each time, and never longer than the last. */
const waits = [3_000, 5_000, 10_000, 20_000, 30_000];

/** The worker's answer where a page is not kept, which comes from no node. */
const notHere = new Set([502, 503, 504]);

const place = document.querySelector<HTMLElement>("[data-saved]");
if (place) start(place);

/** Names the posts that are kept, and opens the page that was asked for as soon as it can be reached. */
function start(place: HTMLElement): void {
  const posts = JSON.parse(place.dataset.saved ?? "[]") as readonly SavedPost[];
  const lines = posts.map(({ path, title, day, at }) => {
    const line = document.createElement("li");
    const link = Object.assign(document.createElement("a"), { href: path, textContent: plain(title) });
    const time = Object.assign(document.createElement("time"), { textContent: day, dateTime: at });
    line.append(link, " ", time);
    return line;
  });
  place.querySelector("ol")?.replaceChildren(...lines);
  place.classList.toggle("some", lines.length > 0);
  document.querySelector("button.again")?.addEventListener("click", () => void attempt());
  addEventListener("online", () => void attempt());
  document.addEventListener("visibilitychange", () => void attempt());
  wait(0);
}

function wait(round: number): void {
  const ms = waits[Math.min(round, waits.length - 1)];
  setTimeout(() => void attempt().then(() => wait(round + 1)), ms);
}

async function attempt(): Promise<void> {
  // The page itself, opened as a page of its own: then it is as it was meant.
  if (document.visibilityState !== "visible" || location.pathname === "/offline") return;
  const reply = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (reply !== null && !notHere.has(reply.status)) location.reload();
}

/** The text of escaped HTML. */
function plain(escaped: string): string {
  return new DOMParser().parseFromString(escaped, "text/html").body.textContent ?? "";
}
