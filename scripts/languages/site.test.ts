import "../../packages/node/test/support/load-modules.ts";
import { catalogues, renderStarting } from "@freehold/web";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commentMails } from "../../packages/node/src/domain/mail/mail-texts.ts";
import { updateSettings } from "../../packages/node/src/domain/settings/settings.ts";
import { destroyPublication } from "../../packages/node/src/domain/trash/destroy.ts";
import { networkOf } from "../../packages/node/src/limiter/network.ts";
import { newsletterMails } from "../../packages/node/src/modules/newsletter/mail-texts.ts";
import { commentByWallet } from "../../packages/node/test/support/commenters.ts";
import { openHttpNode } from "../../packages/node/test/support/http-node.ts";
import {
  type NewsletterFixture,
  openNewsletterFixture,
  readMail,
} from "../../packages/node/test/support/newsletter-fixture.ts";
import { readSentences } from "../words/read-sentences.ts";
import { findForeign } from "./foreign-texts.ts";
import { readPage, stringsIn } from "./read-page.ts";

const locales = { en: "en-GB", zh: "zh-CN" } as const;
/** The words of the owner and of a reader, in the language of the page. */
const words = {
  en: { title: "Cabin", post: "# Salt\n\nOf the sea. #water", comment: "Well said.", name: "Bea" },
  zh: { title: "海边小屋", post: "# 盐\n\n海里的盐。 #海水", comment: "说得好。", name: "小贝" },
};
/** Names of formats and programs. */
const names = "Freehold EWP Atom JSON Feed RSS Markdown SHA ENS";

const hash = `0x${"ab".repeat(32)}`;
const token = "a".repeat(43);
const paths = [
  "/",
  "/?page=2",
  "/slug/salt",
  "/publications/2",
  "/archive",
  "/about",
  "/search",
  "/search?q=zzz",
  "/search?q=before:lunch",
  "/search?q=in:here",
  "/tags",
  "/tags/none",
  "/follow",
  "/followers",
  "/following",
  "/verify",
  "/verify?of=salt",
  `/verify?of=${hash}`,
  "/verify?of=%3F%3F",
  "/verify?of=2",
  "/subscribe",
  "/subscribe/sent",
  `/newsletter/confirm?id=1&token=${token}`,
  "/newsletter/preferences?s=x",
  "/newsletter/unsubscribe?s=x",
  "/comments/sent?post=1",
  `/comments/confirm?id=1&token=${token}`,
  `/comments/delete?id=1&token=${token}`,
  "/comments/1/delete",
  "/publications/3",
  "/nowhere",
  "/%zz",
  "/offline",
  "/console",
  "/feed.xml",
  "/atom.xml",
  "/feed.json",
  "/console/manifest.webmanifest",
];
/** Forms with something wrong, and what is sent where nothing waits. */
const forms: readonly (readonly [
  path: string,
  fields: Record<string, string>,
  headers?: Record<string, string>,
])[] = [
  ["/comments", { post: "1", body: "", name: "A", mail: "a@example.org" }],
  ["/comments", { post: "1", body: "A", name: "", mail: "a@example.org" }],
  ["/comments", { post: "1", body: "A", name: "A", mail: "x" }],
  ["/comments", { post: "1", body: "A", name: "Cabin", mail: "a@example.org" }],
  [
    "/comments",
    { post: "1", body: "A", name: "A", mail: "a@example.org" },
    { origin: "https://evil.example" },
  ],
  ["/comments", { post: "99", body: "A", name: "A", mail: "a@example.org" }],
  ["/comments/1/delete", { mail: "a@example.org" }],
  ["/comments/1/delete", { mail: "" }],
  ["/comments/1/delete", {}, { origin: "https://evil.example" }],
  ["/comments/confirm", { id: "1", token }],
  ["/comments/delete", { id: "1", token }],
  ["/comments/delete", { id: "77", token }],
  ["/subscribe", { mail: "x" }],
  ["/subscribe", { mail: "a@example.org" }, { origin: "https://evil.example" }],
  ["/newsletter/confirm", { id: "7", token }],
  ["/newsletter/preferences", { s: "x", what: "all" }],
  ["/newsletter/unsubscribe", { s: "x" }],
  ["/verify", { post: "# A" }],
  ["/verify", { post: "---\nproof" }],
  ["/verify", { post: "{}" }],
];

describe.each(["zh", "en"] as const)("a site in %s", (language) => {
  const own = words[language];
  const header = { "accept-language": locales[language] };
  let fixture: NewsletterFixture;
  beforeAll(async () => {
    fixture = await openNewsletterFixture("sqlite", { settings: { defaultLanguage: language } });
    const { node, ctx } = fixture;
    const { id } = await node.publish(own.post, { slug: "salt" });
    await node.publish(own.post, { state: "local" });
    const { id: deleted } = await node.publish(own.post, { state: "local", slug: "gone" });
    await destroyPublication(ctx, deleted);
    await commentByWallet(ctx, { key: 21, name: own.name, body: own.comment, publicationId: id });
  });
  afterAll(() => fixture[Symbol.asyncDispose]());

  /** The lines of an answer in another language. */
  const judge = (at: string, body: string, type = "") => {
    const lines = type.includes("html")
      ? readPage(body)
      : type.includes("json")
        ? stringsIn(JSON.parse(body))
        : body.split(/<[^>]*>|\n/);
    return findForeign(language, lines, `${JSON.stringify(own)} ${names}`).map((line) => `${at}: ${line}`);
  };

  test("no page, feed or refused form has a sentence of another language", async () => {
    const found: string[] = [];
    for (const url of paths) {
      const { body, headers } = await fixture.node.app.inject({
        url,
        headers: { ...header, accept: "text/html" },
      });
      found.push(...judge(url, body, String(headers["content-type"])));
    }
    for (const [url, fields, more] of forms) {
      const { body, headers, statusCode } = await fixture.node.app.inject({
        method: "POST",
        url,
        headers: { ...header, "content-type": "application/x-www-form-urlencoded", ...more },
        payload: new URLSearchParams(fields).toString(),
      });
      found.push(...judge(`POST ${url} ${statusCode}`, body, String(headers["content-type"])));
    }
    expect(found).toEqual([]);
  });

  test("no mail has a sentence of another language", async () => {
    await updateSettings(fixture.ctx, { newsletterSending: "always" });
    await fixture.subscribe(1, { language: locales[language] });
    const samples = {
      siteTitle: own.title,
      publicationTitle: own.title,
      link: "https://ada.example/x",
      hours: 24,
    };
    const written = Object.values({ ...commentMails, ...newsletterMails }).map(({ write }) =>
      write(language, samples),
    );
    await fixture.node.publish(own.post, { state: "local" });
    await fixture.work();
    const [sent] = fixture.mail.received;
    if (!sent) throw new Error("No mail was sent.");
    const lines = [
      ...stringsIn(written),
      ...readMail(sent).split(/<style.*?<\/style>|<[^>]*>|^[\w-]+: [^\r]*|\r\n/ms),
    ];
    expect(lines.length).toBeGreaterThan(40);
    expect(findForeign(language, lines, `${JSON.stringify(own)} ${names}`)).toEqual([]);
  });
});

test.each(["zh", "en"] as const)("a page that refuses, fails or waits is in %s", async (language) => {
  let time = 0;
  await using node = await openHttpNode({
    title: words[language].title,
    settings: { FREEHOLD_RATE_LIMIT: "2" },
    now: () => time,
  });
  const ask = async () => {
    const headers = { "accept-language": locales[language], accept: "text/html" };
    const { statusCode, body } = await node.app.inject({ url: "/", headers });
    const lines = readPage(body);
    return [statusCode, lines.length > 1, findForeign(language, lines, `${words[language].title} ${names}`)];
  };
  expect(await ask()).toEqual([200, true, []]);
  expect(await ask()).toEqual([200, true, []]);
  expect(await ask()).toEqual([429, true, []]);
  time += 60_000;
  const busy = Array.from({ length: 5_000 }, (_, at) => networkOf(`10.0.${at >> 8}.${at & 255}`));
  const held = busy.map((network) => node.ctx.limiter.openRequests.take(network, 1));
  expect(await ask()).toEqual([503, true, []]);
  for (const share of held) if (typeof share !== "string") share.release();
  await node.ctx.store[Symbol.asyncDispose]();
  expect(await ask()).toEqual([500, true, []]);
  const messages = catalogues.find((one) => one.language.startsWith(language));
  if (!messages) throw new Error("There is no catalogue.");
  for (const seconds of [5, null]) {
    const page = renderStarting({ messages, theme: "system" }, seconds);
    expect(findForeign(language, readPage(page), names)).toEqual([]);
  }
});

test("a node without an owner welcomes in the language of its visitor", async () => {
  await using node = await openHttpNode({ install: false });
  for (const language of ["zh", "en"] as const)
    for (const url of ["/", "/install"]) {
      const { body } = await node.app.inject({
        url,
        headers: { "accept-language": locales[language], accept: "text/html" },
      });
      const lines = readPage(body);
      expect(lines.length).toBeGreaterThan(0);
      expect(findForeign(language, lines, names)).toEqual([]);
    }
});

test("every text of the catalogues is in its language", () => {
  const folder = "packages/web/src/messages/**";
  const commands = "npm run build; timedatectl set-ntp true; freehold settings set replicasPerPeer";
  for (const [language, own] of [
    ["zh", commands],
    ["en", "中文"],
  ] as const) {
    const texts = readSentences(`${folder}/*${language}.ts`).map(({ text }) => text);
    expect(texts.length).toBeGreaterThan(1_000);
    expect(findForeign(language, texts, own)).toEqual([]);
  }
});
