/** Where people watch or hear what a player in a frame shows; the frame's own address for players not known here. */
export function playerPage(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  const host = url.hostname.replace(/^www\./, "");
  const [, id] = /\/(?:embed|video|v|shorts)\/([\w-]+)/.exec(url.pathname) ?? [];
  if (/^youtube(?:-nocookie)?\.com$/.test(host) && id && id !== "videoseries")
    return `https://www.youtube.com/watch?v=${id}`;
  if (host === "player.vimeo.com" && id) return `https://vimeo.com/${id}`;
  if (host === "dailymotion.com" && id) return `https://www.dailymotion.com/video/${id}`;
  if (host === "open.spotify.com") return address.replace("/embed/", "/");
  const shown = host === "w.soundcloud.com" ? url.searchParams.get("url") : null;
  return shown?.startsWith("https://") ? shown : address;
}
