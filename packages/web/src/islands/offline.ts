import type { SavedPost } from "../offline/saved-notice.ts";

/** The waits between attempts; the last one repeats. */
const waitsMs = [3_000, 5_000, 10_000, 20_000, 30_000];

/** The worker answers 503 for a page that is not saved, and a proxy 502 or 504. */
const unavailable = new Set([502, 503, 504]);

const section = document.querySelector<HTMLElement>("[data-saved]");
if (section) start(section);

/** Lists the saved posts, and opens the requested page as soon as the node answers. */
function start(section: HTMLElement): void {
  const posts = JSON.parse(section.dataset.saved ?? "[]") as readonly SavedPost[];
  const items = posts.map(({ path, title, day, at }) => {
    const item = document.createElement("li");
    const link = Object.assign(document.createElement("a"), { href: path, textContent: plainText(title) });
    const time = Object.assign(document.createElement("time"), { textContent: day, dateTime: at });
    item.append(link, " ", time);
    return item;
  });
  section.querySelector("ol")?.replaceChildren(...items);
  section.classList.toggle("some", items.length > 0);
  document.querySelector("button.again")?.addEventListener("click", () => void attempt());
  addEventListener("online", () => void attempt());
  document.addEventListener("visibilitychange", () => void attempt());
  wait(0);
}

function wait(round: number): void {
  const ms = waitsMs[Math.min(round, waitsMs.length - 1)];
  setTimeout(() => void attempt().then(() => wait(round + 1)), ms);
}

async function attempt(): Promise<void> {
  // `/offline` itself has no page to open.
  if (document.visibilityState !== "visible" || location.pathname === "/offline") return;
  const reply = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (reply !== null && !unavailable.has(reply.status)) location.reload();
}

/** The text of escaped HTML. */
function plainText(escaped: string): string {
  return new DOMParser().parseFromString(escaped, "text/html").body.textContent ?? "";
}
