import { readOwnerMark } from "../console/owner-mark.ts";

/** The island's input from the page, in `data-header`. */
interface HeaderIsland {
  readonly dashboard: string;
  readonly edit: string;
  readonly close: string;
}

const header = document.querySelector<HTMLElement>("[data-header]");
if (header) start(header);

function start(header: HTMLElement): void {
  const texts = JSON.parse(header.dataset.header ?? "{}") as HeaderIsland;
  if (readOwnerMark()) showOwnerLinks(header, texts);
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a.follow-link")) {
    if (location.pathname === "/follow") return;
    link.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      // Without an answer the browser shows its own page for the failed link.
      openDialog(link.href, texts).catch(() => location.assign(link.href));
    });
  }
}

/** The page for following, in a dialog over this one. Fetched and started once. */
async function openDialog(href: string, { close }: HeaderIsland): Promise<void> {
  const open = document.querySelector<HTMLDialogElement>("dialog.follow-dialog");
  if (open) return open.showModal();
  const reply = await fetch(href);
  if (!reply.ok) throw new Error(String(reply.status));
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  const [title, ways] = [page.querySelector("h1"), page.querySelector(".ways")];
  if (!title || !ways) throw new Error("This is another page.");
  title.id = "follow-title";
  title.className = "";
  const dialog = Object.assign(document.createElement("dialog"), { className: "follow-dialog" });
  dialog.setAttribute("aria-labelledby", title.id);
  const button = Object.assign(document.createElement("button"), {
    type: "button",
    className: "dialog-close",
  });
  button.ariaLabel = close;
  button.textContent = "×";
  button.addEventListener("click", () => dialog.close());
  // A click on the backdrop has the dialog itself as its target.
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  const inner = Object.assign(document.createElement("div"), { className: "dialog-inner" });
  inner.append(title, button, ways);
  dialog.append(inner);
  document.body.append(dialog);
  dialog.showModal();
  const { startCopyButtons } = await import("./copy.ts");
  startCopyButtons(dialog);
  await import("./follow.ts");
}

/** Links to the console and to the editor of this post, in a browser that signed in. */
function showOwnerLinks(header: HTMLElement, { dashboard, edit }: HeaderIsland): void {
  const post = document.querySelector<HTMLElement>("article[data-post]")?.dataset.post;
  const list = Object.assign(document.createElement("p"), { className: "owner-links site-links" });
  const add = (href: string, textContent: string) =>
    list.append(Object.assign(document.createElement("a"), { href, textContent }));
  // The dashboard begins a new version of a signed post, and edits another one.
  if (post) add(`/console/write/${post}#new-version`, edit);
  add("/console", dashboard);
  header.querySelector(".site-bar")?.append(list);
}
