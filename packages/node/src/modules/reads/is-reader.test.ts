import { expect, test } from "vitest";
import { isBrowser, isReader } from "./is-reader.ts";

const people = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
  "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 300.0.0",
  "Mozilla/5.0 (Linux; Android 14; CUBOT NOTE 50) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 Telegram-Android/11.3.3 (Google Pixel 8; Android 14; SDK 34; HIGH)",
  "Mozilla/5.0 (Linux; Android 13; 22041211AC Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 XWEB/1160065 MMWEBSDK/20231002 MMWEBID/4415 MicroMessenger/8.0.43.2480(0x28002B3F) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64 MiniProgramEnv/android",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/470.1.0.42.108;FBBV/616160262;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.5;FBSS/3;FBCR/;FBID/phone;FBLC/en_GB;FBOP/80;FBRV/618341230;IABMV/1]",
  "Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0)",
  "Opera/9.80 (J2ME/MIDP; Opera Mini/9.80/191.303; U; en) Presto/2.12.423 Version/12.16",
  "Lynx/2.9.0dev.12 libwww-FM/2.14FM SSL-MM/1.4.1 GNUTLS/3.7.8",
  "w3m/0.5.3+git20230121",
  // The longest.
  `Mozilla/5.0 ${"x".repeat(988)}`,
];

const programs = [
  "",
  "curl/8.9.1",
  "node",
  "python-requests/2.32.3",
  "Go-http-client/2.0",
  "WhatsApp/2.23.20.0",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "Mastodon/4.3.1 (http.rb/5.2.0; +https://mastodon.example/)",
  "Feedly/1.0 (+http://www.feedly.com/fetcher.html; 12 subscribers)",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36",
  "Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Linux; Android 11; moto g power) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Mobile Safari/537.36 Chrome-Lighthouse",
  "Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)",
  "Mozilla/5.0 (Macintosh) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
  "Mozilla/5.0 research crawler someone@example.org",
  "Mozilla/5.0 (X11; Linux x86_64) Reader of http://reader.example/",
  "Reader of Mozilla/5.0 pages",
  `Mozilla/5.0 ${"x".repeat(989)}`,
];

test.each(people)("%s is a browser", (agent) => {
  expect(isBrowser(agent)).toBe(true);
});

test.each(programs)("%s is a program", (agent) => {
  expect(isBrowser(agent)).toBe(false);
});

const [agent = ""] = people;
const opened = { "user-agent": agent, accept: "text/html,*/*;q=0.8", "accept-language": "en" };

test("a page that somebody opens counts", () => {
  expect(isReader(opened)).toBe(true);
  expect(isReader({ ...opened, "sec-fetch-dest": "document", "sec-purpose": "" })).toBe(true);
  expect(isReader({ ...opened, cookie: "language=en; theme=dark", "sec-gpc": "1", dnt: "1" })).toBe(true);
});

test.each([
  ["no language", { "accept-language": undefined }],
  ["no type of page", { accept: "*/*" }],
  ["nothing that says what it takes", { accept: undefined }],
  ["a page that is fetched ahead", { "sec-purpose": "prefetch" }],
  ["a page that is drawn ahead", { "sec-purpose": "prefetch;prerender" }],
  ["an older browser that fetches ahead", { purpose: "prefetch" }],
  ["a preview in a start page", { "x-purpose": "preview" }],
  ["an older Firefox that fetches ahead", { "x-moz": "prefetch" }],
  ["a script", { "sec-fetch-dest": "empty" }],
  ["a frame", { "sec-fetch-dest": "iframe" }],
  ["a crawler that says whom to ask", { from: "bot@example.org" }],
  ["the owner", { cookie: "theme=dark; __Host-freehold_session=abc" }],
  ["the owner on this machine", { cookie: "freehold_session=abc" }],
  ["no User-Agent", { "user-agent": undefined }],
])("%s does not count", (_name, headers) => {
  expect(isReader({ ...opened, ...headers })).toBe(false);
});
