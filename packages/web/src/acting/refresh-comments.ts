/** Brings the comments of this page up to date with the node's: they are made there, and never from what was typed. */
export async function refreshComments(): Promise<void> {
  const response = await fetch(location.pathname + location.search, { cache: "no-cache" });
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const part of ["#comments-title", ".comment-list"]) {
    const [old, now] = [document.querySelector(part), fresh.querySelector(part)];
    if (old && now) old.replaceWith(now);
  }
}
