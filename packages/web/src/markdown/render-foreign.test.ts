import { describe, expect, it, test } from "vitest";
import { renderForeign } from "./render-foreign.ts";

const about = { baseUrl: "https://feed.example/posts/1", pictureText: "Picture" };
const render = (html: string) =>
  renderForeign(html, about).replaceAll(' rel="noopener noreferrer nofollow"', "");
const link = (address: string, text = address) => `<a href="${address}">${text}</a>`;
const at = (path: string) => `https://feed.example${path}`;

describe("what would be loaded from elsewhere becomes a link", () => {
  test.each<[string, string, string]>([
    ["a picture", '<img src="a.png" alt="A cat">', link(at("/posts/a.png"), "A cat")],
    ["a picture without words", '<img src="/a.png" alt="">', link(at("/a.png"), "Picture")],
    ["a picture of a script", '<img src="/blank.gif" data-src="/a.png">', link(at("/a.png"), "Picture")],
    [
      "a picture that stands for another",
      '<img src="data:image/gif;base64,R0" data-lazy-src="/a.png" alt="x">',
      link(at("/a.png"), "x"),
    ],
    ["a picture in sizes", '<img srcset="/s.png 300w, /l.png 900w">', link(at("/l.png"), "Picture")],
    ["a picture in one size", '<img data-srcset="/l.png">', link(at("/l.png"), "Picture")],
    [
      "a picture in formats",
      '<picture><source srcset="/a.webp 1x, /b.webp 2x" type="image/webp"><img alt="x"></picture>',
      link(at("/b.webp"), "x"),
    ],
    [
      "a picture in formats with its own",
      '<picture><source srcset="/a.webp"><img src="/a.png" alt="x"></picture>',
      link(at("/a.png"), "x"),
    ],
    ["a film", '<video src="/v.mp4" controls></video>', link(at("/v.mp4"))],
    [
      "a film by its first file",
      '<video poster="/p.png"><source src="/v.webm"><source src="/v.mp4"><p>Get a newer browser.</p></video>',
      `${link(at("/v.webm"))}<p>Get a newer browser.</p>`,
    ],
    ["a sound by its file", '<audio controls><source src="/s.mp3"></audio>', link(at("/s.mp3"))],
    [
      "a film with a link to it",
      '<video src="/v.mp4"><a href="/v.mp4">Load it</a></video>',
      `<a href="${at("/v.mp4")}">${at("/v.mp4")}<span></span></a>`,
    ],
    [
      "a frame",
      '<iframe src="https://a.example/f" title="A map"></iframe>',
      link("https://a.example/f", "A map"),
    ],
    ["a frame of a script", '<iframe src="about:blank" data-src="/f"></iframe>', link(at("/f"))],
    [
      "a player by the page of its film",
      '<iframe src="https://www.youtube-nocookie.com/embed/abc-1?rel=0"></iframe>',
      link("https://www.youtube.com/watch?v=abc-1"),
    ],
    [
      "a player of a script",
      '<lite-youtube videoid="abc-1"></lite-youtube>',
      link("https://www.youtube.com/watch?v=abc-1"),
    ],
    ["a plug-in", '<embed src="/e.pdf" type="application/pdf">', link(at("/e.pdf"))],
    ["a document", '<object data="/o.pdf"></object>', link(at("/o.pdf"))],
    [
      "a film of old, once",
      '<object><param name="quality" value="high"><param name="movie" value="https://www.youtube.com/v/abc-1"><embed src="https://www.youtube.com/v/abc-1"></object>',
      link("https://www.youtube.com/watch?v=abc-1"),
    ],
    [
      "two films",
      '<video><source src="/1.mp4"></video><video><source src="/2.mp4"></video>',
      link(at("/1.mp4")) + link(at("/2.mp4")),
    ],
    [
      "a picture that is there without scripts",
      '<img src="data:image/gif;base64,R0"><noscript><img src="/a.png" alt="x"></noscript>',
      `<span>Picture</span>${link(at("/a.png"), "x")}`,
    ],
  ])("%s", (_name, html, expected) => {
    expect(render(html)).toBe(expected);
  });
});

it("leaves nothing empty where there is no address, and keeps the words", () => {
  expect(render("<video></video><audio><source></audio><iframe></iframe><img><embed>a")).toBe("a");
  expect(render('<img alt="A cat">')).toBe("<span>A cat</span>");
  expect(render('<video src="javascript:x"><p>Words</p></video>')).toBe("<p>Words</p>");
});

it("shows no picture by which a server counts readers", () => {
  expect(render('<p>a<img src="https://t.example/p" width="1" height="1"></p>')).toBe("<p>a</p>");
  expect(render('<p>a<img src="/p" width="1" height="100"></p>')).toContain("Picture");
});

it("puts no link in a link", () => {
  expect(render('<a href="/page"><img src="/a.png" alt="A cat"></a>')).toBe(
    `<a href="${at("/page")}"><span>A cat</span></a>`,
  );
});
