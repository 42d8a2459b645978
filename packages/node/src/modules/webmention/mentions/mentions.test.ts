import { gzipSync } from "node:zlib";
import { afterEach, expect, it } from "vitest";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { createMentionBench, type MentionBench } from "../../../../test/support/mention-bench.ts";
import { blockCommenter, listBlockedCommenters, unblockCommenter } from "../../../domain/comments/block.ts";
import { destroyComment } from "../../../domain/comments/delete.ts";
import { moderateComment } from "../../../domain/comments/moderate.ts";
import { listComments } from "../../../domain/comments/read.ts";
import { addEarlierUrl } from "../../../domain/profile/own-addresses.ts";
import { updatePublication } from "../../../domain/publications/update.ts";
import { destroyPublication } from "../../../domain/trash/destroy.ts";
import { saveCommenterBlock } from "../../../store/commenters.ts";
import { insertComment, moveComment } from "../../../store/comments.ts";
import { insertOldAddress } from "../../../store/publications/old-addresses.ts";
import type { Publication } from "../../../store/publications/publications.ts";
import { insertMention } from "../store/mentions.ts";
import { mentionLimits } from "./limits.ts";
import { readMentionStatus, receiveMention, sweepMentions } from "./receive.ts";
import { readSentMentions } from "./send-mention.ts";

const owner = { kind: "client", tokenId: "t" } as const;

forEachDatabase((_name, open) => {
  let bench: MentionBench;
  const start = async () => {
    bench = await createMentionBench(await open());
  };
  afterEach(() => bench[Symbol.asyncDispose]());

  const targetOf = ({ id }: Publication) => `https://node1.example/publications/${id}`;
  const hear = async (path: string, target: string, ip: string | null = "192.0.2.7") => {
    const key = await receiveMention(bench.context, { source: bench.url(path), target }, { ip });
    await bench.queue.settled();
    return await readMentionStatus(bench.context, key);
  };
  const countComments = async () =>
    (await bench.context.store.db.selectFrom("comments").select("id").execute()).length;
  const comments = async () =>
    (await listComments(bench.context, { publicationId: null, first: 50, includePending: true })).items;
  const entry = (
    target: string,
    inner: string,
    card = '<a class="p-author h-card" href="https://bea.example">Bea</a>',
  ) =>
    `<div class="h-entry">${card}<div class="e-content p-name">${inner}</div> <a class="u-in-reply-to" href="${target}">re</a></div>`;

  it("becomes a comment that waits for the owner, in plain text, with who says it and where", async () => {
    await start();
    const target = targetOf(await bench.publish("# A post"));
    bench.pages.set("/reply", {
      body: entry(target, "Well <b onclick=x>said</b> <script>alert(1)</script>*yes*"),
    });
    expect(await hear("/reply", `${target}#comments`)).toMatchObject({
      state: "accepted",
      reason: null,
      target,
    });
    const source = bench.url("/reply");
    expect(await comments()).toMatchObject([
      {
        state: "held",
        authType: "WEBMENTION",
        authorName: "Bea",
        body: "Well said *yes*",
        mention: { kind: "reply", source, authorUrl: "https://bea.example/" },
      },
    ]);
  });

  it("is of an imported post, too, by the address that it had", async () => {
    await start();
    const post = await bench.publish("# A post");
    const target = "https://node1.example/2014/05/post/";
    await bench.context.store.transaction((tx) => insertOldAddress(tx, "/2014/05/post", post.id));
    bench.pages.set("/reply", { body: entry(target, "Well said") });
    expect(await hear("/reply", target)).toMatchObject({ state: "accepted" });
    expect(await comments()).toMatchObject([{ publicationId: post.id, body: "Well said" }]);
  });

  it("is one, however its two pages are written, and has the address that was named last", async () => {
    await start();
    const post = await bench.publish("# A post");
    const slug = `https://node1.example/slug/${post.slug}`;
    for (const path of ["/reply", "/reply/"]) bench.pages.set(path, { body: entry(slug, "Well said") });
    const forms = [
      `http://node1.example/slug/${post.slug}/`,
      `${slug}#x`,
      `https://node1.example:443/slug/${post.slug}`,
    ];
    for (const address of forms) {
      expect(await hear("/reply", address)).toMatchObject({ state: "accepted" });
      expect(await hear("/reply/", address)).toMatchObject({ state: "accepted" });
    }
    expect(await comments()).toMatchObject([{ publicationId: post.id, body: "Well said" }]);
    expect(await bench.context.store.db.selectFrom("mentions").select("target").execute()).toEqual([
      { target: slug },
    ]);
  });

  it("is of a post at an address that this node had before, and one mention with that of the present one", async () => {
    await start();
    const post = await bench.publish("# A post");
    await bench.context.store.transaction((tx) => addEarlierUrl(tx, "https://before.example"));
    const [old, now] = [`https://before.example/publications/${post.id}`, targetOf(post)];
    // The page that linked before the move still does.
    bench.pages.set("/reply", { body: entry(old, "Well said") });
    expect(await hear("/reply", now)).toMatchObject({ state: "accepted" });
    expect(await hear("/reply", old)).toMatchObject({ state: "accepted", target: old });
    expect(await comments()).toMatchObject([{ publicationId: post.id, body: "Well said" }]);
    await expect(hear("/reply", "https://before.example/slug/none")).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
    await expect(hear("/reply", `https://elsewhere.example/publications/${post.id}`)).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
    await expect(
      receiveMention(bench.context, { source: old, target: now }, { ip: null }),
    ).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    expect(await countComments()).toBe(1);
  });

  it.each([
    ["like", '<div class="h-entry"><a class="u-like-of" href="TARGET"></a></div>'],
    ["repost", '<div class="h-entry"><a class="u-repost-of" href="TARGET"></a></div>'],
    [
      "bookmark",
      '<div class="h-entry"><div class="u-bookmark-of h-cite"><a class="u-url" href="TARGET">x</a></div></div>',
    ],
    ["mention", '<p>See <a href="TARGET">this</a>.</p>'],
    ["mention", '<div class="h-feed"><div class="h-entry"><img src="TARGET"></div></div>'],
  ])("is known as a %s", async (kind, html) => {
    await start();
    const target = targetOf(await bench.publish("# A post"));
    bench.pages.set("/page", { body: html.replaceAll("TARGET", target) });
    expect(await hear("/page", target)).toMatchObject({ state: "accepted" });
    expect(await comments()).toMatchObject([{ mention: { kind }, authorName: new URL(bench.url("/")).host }]);
  });

  // Receiver tests of webmention.rocks: what is no link is no mention.
  it.each([
    ["in an HTML comment", "<!-- <a href=TARGET>x</a> -->"],
    ["in escaped HTML", "<code>&lt;a href=TARGET&gt;x&lt;/a&gt;</code>"],
    ["in text alone", "<p>TARGET</p>"],
    ["in a script", "<script>location = 'TARGET'</script>"],
    ["of another post", "<a href=TARGET0>x</a>"],
  ])("is refused where the address stands %s", async (_where, html) => {
    await start();
    const target = targetOf(await bench.publish("# A post"));
    bench.pages.set("/page", { body: html.replaceAll("TARGET", target) });
    expect(await hear("/page", target)).toMatchObject({ state: "refused" });
    expect(await comments()).toEqual([]);
  });

  it("is taken from JSON and plain text that has exactly the address", async () => {
    await start();
    const target = targetOf(await bench.publish("# A post"));
    const json = { "Content-Type": "application/json" };
    bench.pages.set("/yes.json", { headers: json, body: JSON.stringify({ a: [{ b: target }] }) });
    bench.pages.set("/no.json", { headers: json, body: JSON.stringify({ a: `see ${target}` }) });
    bench.pages.set("/yes.txt", { headers: { "Content-Type": "text/plain" }, body: `see <${target}> there` });
    bench.pages.set("/no.txt", { headers: { "Content-Type": "text/plain" }, body: `see ${target}0` });
    const states = [];
    for (const path of ["/yes.json", "/no.json", "/yes.txt", "/no.txt"])
      states.push((await hear(path, target))?.state);
    expect(states).toEqual(["accepted", "refused", "accepted", "refused"]);
  });

  it("says other words when its page changes, waits again then, and goes with its page", async () => {
    await start();
    const target = targetOf(await bench.publish("# A post"));
    bench.pages.set("/reply", { body: entry(target, "First") });
    await hear("/reply", target);
    const [first] = await comments();
    await moderateComment(bench.context, { id: first?.id ?? 0, approve: true });
    // Again, unchanged: one comment, which stays published.
    await hear("/reply", target);
    expect(await comments()).toMatchObject([{ id: first?.id, state: "published", body: "First" }]);
    bench.pages.set("/reply", { body: entry(target, "Second") });
    await hear("/reply", target);
    expect(await comments()).toMatchObject([{ id: first?.id, state: "held", body: "Second" }]);
    // A bad day of the other site changes nothing.
    bench.pages.set("/reply", { status: 403 });
    expect(await hear("/reply", target)).toMatchObject({ state: "accepted" });
    expect(await comments()).toHaveLength(1);
    bench.pages.set("/reply", { status: 410 });
    expect(await hear("/reply", target)).toMatchObject({ state: "removed", reason: "the page answered 410" });
    expect(await comments()).toEqual([]);
    bench.pages.set("/reply", { body: entry(target, "Back again") });
    expect(await hear("/reply", target)).toMatchObject({ state: "accepted" });
    bench.pages.set("/reply", { body: "<p>No link any more</p>" });
    expect(await hear("/reply", target)).toMatchObject({ state: "removed" });
    expect(await comments()).toEqual([]);
  });

  it("stays deleted when the owner deleted it, and its site can be blocked", async () => {
    await start();
    const post = await bench.publish("# A post");
    const target = targetOf(post);
    bench.pages.set("/reply", { body: entry(target, "Spam") });
    bench.pages.set("/other", { body: entry(target, "More") });
    await hear("/reply", target);
    const [{ id = 0 } = {}] = await comments();
    await blockCommenter(bench.context, { commentId: id });
    await destroyComment({ ...bench.context, recover: () => null as never }, { id }, owner);
    expect(await hear("/reply", target)).toMatchObject({ state: "accepted" });
    expect(await hear("/other", target)).toMatchObject({ state: "refused" });
    expect(await comments()).toEqual([]);
  });

  it("is refused at once for addresses that are none, for other posts, and where none are taken", async () => {
    await start();
    const post = await bench.publish("# A post");
    const target = targetOf(post);
    const source = bench.url("/page");
    const refusal = (pages: { source: string; target: string }) =>
      receiveMention(bench.context, pages, { ip: null }).then(
        () => null,
        ({ code }: { code: string }) => code,
      );
    for (const pages of [
      { source: "", target },
      { source: "http://a.example/", target },
      { source: "https://a:b@a.example/", target },
      { source: `https://a.example/${"x".repeat(2_100)}`, target },
      { source: target, target },
      { source: "https://node1.example/about", target },
      { source, target: "https://node1.example/publications/999" },
      { source, target: "https://node1.example/" },
      { source, target: "https://elsewhere.example/publications/1" },
    ]) {
      expect(await refusal(pages)).toBe("VALIDATION_FAILED");
    }
    await bench.set("receiveMentions", "false");
    expect(await refusal({ source, target })).toBe("COMMENT_DISABLED");
    await bench.set("receiveMentions", "true");
    await bench.set("allowComment", "false");
    expect(await refusal({ source, target })).toBe("COMMENT_DISABLED");
  });

  it("is limited by the network that tells of it, and told twice is checked once", async () => {
    await start();
    const target = targetOf(await bench.publish("# A post"));
    await bench.queue.stop();
    const tell = (source: string, ip: string) => receiveMention(bench.context, { source, target }, { ip });
    const key = await tell("https://a.example/1", "192.0.2.1");
    expect(await tell("https://a.example/1", "192.0.2.1")).toBe(key);
    const { perClientAndHour, namedPerHostAndHour } = mentionLimits;
    for (let number = 1; number < perClientAndHour; number += 1)
      await tell(`https://a.example/by-one/${number}`, "192.0.2.1");
    await expect(tell("https://c.example/", "192.0.2.1")).rejects.toMatchObject({
      code: "RATE_LIMITED",
      retryAfter: 60,
    });
    // Whoever names a host does not shut it out, neither from one network nor from many.
    await tell("https://a.example/real", "203.0.113.1");
    for (let number = perClientAndHour; number < namedPerHostAndHour; number += 1)
      await tell(`https://a.example/by-many/${number}`, `198.${Math.floor(number / 9)}.${number % 9}.1`);
    await expect(tell("https://a.example/by-one-more", "192.0.2.1")).rejects.toMatchObject({
      code: "RATE_LIMITED",
    });
    await tell("https://a.example/real/2", "203.0.114.1");
    bench.context.clock.advance(mentionLimits.checkMs);
    await sweepMentions(bench.context);
    expect(await readMentionStatus(bench.context, key)).toMatchObject({ state: "refused" });
    bench.context.clock.advance(mentionLimits.keptMs);
    await sweepMentions(bench.context);
    expect(await readMentionStatus(bench.context, key)).toBeNull();
  });

  /** Pages on the one host of this test, each with an author of its own, as a bridge shows them. */
  const person = (name: string, host = "people.example") =>
    `<a class="p-author h-card" href="https://${host}/${name}">${name}</a>`;
  const hearOf = async (path: string, target: string, card: string, ip: string | null = "192.0.2.7") => {
    bench.pages.set(path, { body: entry(target, `Words of ${path}`, card) });
    return await hear(path, target, ip);
  };

  it("counts by its author behind a bridge: forty people are forty, and one is one", async () => {
    await start();
    const target = targetOf(await bench.publish("# A post"));
    const site = new URL(bench.url("/")).host;
    for (let n = 0; n < 40; n += 1)
      bench.pages.set(`/${n}`, { body: entry(target, `Words ${n}`, person(`p${n}`)) });
    const keys: string[] = [];
    for (let n = 0; n < 40; n += 1) {
      keys.push(
        await receiveMention(bench.context, { source: bench.url(`/${n}`), target }, { ip: "192.0.2.7" }),
      );
    }
    await bench.queue.settled();
    const states = await Promise.all(keys.map((key) => readMentionStatus(bench.context, key)));
    expect(new Set(states.map((one) => one?.state))).toEqual(new Set(["accepted"]));
    // One of them writes more than a person does.
    const { perAuthorAndPost } = mentionLimits;
    for (let n = 1; n < perAuthorAndPost; n += 1) {
      expect(await hearOf(`/0/${n}`, target, person("p0"))).toMatchObject({ state: "accepted" });
    }
    expect(await hearOf("/0/more", target, person("P0"))).toMatchObject({
      state: "refused",
      reason: "too many mentions of this author came within an hour",
    });
    expect(await hearOf("/41", target, person("p41"))).toMatchObject({ state: "accepted" });
    // A site that names nobody elsewhere is one author, with one limit for a post.
    for (let n = 0; n < perAuthorAndPost; n += 1) {
      expect(await hearOf(`/site/${n}`, target, person(`q${n}`, site))).toMatchObject({ state: "accepted" });
    }
    expect(await hearOf("/site/more", target, person("q", site))).toMatchObject({ state: "refused" });
  });

  /** Mentions that wait for the owner, of pages of hosts. */
  const holdMentions = async (
    { id: publicationId }: Publication,
    count: number,
    hostOf: (n: number) => string,
  ) => {
    await bench.context.store.transaction(async (tx) => {
      for (let n = 0; n < count; n += 1) {
        const host = hostOf(n);
        const comment = await insertComment(tx, {
          publicationId,
          authType: "WEBMENTION",
          authorId: `${host} p${n}`,
          authorName: `p${n}`,
          body: "x",
          timestamp: 0,
          createdAt: 0,
          tokenHash: null,
          client: null,
        });
        await moveComment(tx, comment, { from: "pending", to: "held", confirmedAt: 0 });
        await insertMention(tx, {
          statusKey: `k${n}`,
          source: `https://${host}/x/${n}`,
          host,
          author: `${host} p${n}`,
          target: `https://node1.example/publications/${publicationId}`,
          publicationId,
          commentId: comment,
          state: "accepted",
          reason: null,
          client: null,
          askedAt: 0,
        });
      }
    });
  };

  it("leaves the owner's list to others, whoever the pages of one host name", async () => {
    await start();
    const post = await bench.publish("# A post");
    const { host } = new URL(bench.url("/"));
    await holdMentions(post, mentionLimits.heldPerHost, () => host);
    expect(await hearOf("/one", targetOf(post), person("new"))).toMatchObject({
      state: "refused",
      reason: "too many mentions wait for the owner",
    });
    expect(await countComments()).toBe(mentionLimits.heldPerHost);
  });

  it("waits for the owner up to a number of all hosts, and the next one is refused", async () => {
    await start();
    const post = await bench.publish("# A post");
    await holdMentions(post, mentionLimits.held - 1, (n) => `host${n}.example`);
    expect(await hearOf("/last", targetOf(post), person("last"))).toMatchObject({ state: "accepted" });
    expect(await hearOf("/one", targetOf(post), person("new"))).toMatchObject({
      state: "refused",
      reason: "too many mentions wait for the owner",
    });
    expect(await countComments()).toBe(mentionLimits.held);
  });

  it("is blocked with its author alone behind a bridge, or with the whole site, and says which", async () => {
    await start();
    const target = targetOf(await bench.publish("# A post"));
    const { host: site } = new URL(bench.url("/"));
    await hearOf("/alice", target, person("alice"));
    await hearOf("/bob", target, person("bob"));
    const [alice, bob] = await comments();
    const listed = async () =>
      (await listBlockedCommenters(bench.context, { first: 10, after: null })).items.map(
        ({ authorName, site: from, authorUrl }) => [authorName, from, authorUrl],
      );
    const block = await blockCommenter(bench.context, { commentId: alice?.id ?? 0 });
    expect(await listed()).toEqual([["alice", site, "https://people.example/alice"]]);
    const refused = { state: "refused", reason: "the owner accepts no mentions from this author" };
    // Whatever a part of a page is named, it is the same home.
    const fragment = '<a class="p-author h-card" href="https://people.example/Alice#me">Somebody</a>';
    expect(await hearOf("/alice/2", target, fragment)).toMatchObject(refused);
    expect(await hearOf("/bob/2", target, person("bob"))).toMatchObject({ state: "accepted" });
    // The same name at another home is another author.
    expect(await hearOf("/other", target, person("alice", "elsewhere.example"))).toMatchObject({
      state: "accepted",
    });
    await unblockCommenter(bench.context, block);
    expect(await hearOf("/alice/3", target, person("alice"))).toMatchObject({ state: "accepted" });
    await blockCommenter(bench.context, { commentId: bob?.id ?? 0, wholeSite: true });
    expect(await listed()).toEqual([[site, site, null]]);
    expect(await hearOf("/carol", target, person("carol"))).toMatchObject({
      state: "refused",
      reason: "the owner accepts no mentions from this site",
    });
  });

  it("is refused by a block of its site from an earlier version, which is shown as that", async () => {
    await start();
    const target = targetOf(await bench.publish("# A post"));
    const { host: site } = new URL(bench.url("/"));
    await bench.context.store.transaction((tx) =>
      saveCommenterBlock(tx, { authorKey: site, authorName: "alice", reason: null, createdAt: 0 }),
    );
    expect(await hearOf("/bob", target, person("bob"))).toMatchObject({ state: "refused" });
    expect((await listBlockedCommenters(bench.context, { first: 10, after: null })).items).toMatchObject([
      { authorName: site, site, authorUrl: null },
    ]);
  });

  it("tells the pages that a post links to, of changes and of its end, and shows the owner how it went", async () => {
    await start();
    const ends = '<link rel="webmention" href="/webmention?for=1&x=y">';
    bench.pages.set("/one", { headers: { "Content-Encoding": "gzip" }, body: gzipSync(ends) });
    bench.pages.set("/two", { headers: { Link: '</webmention>; rel="webmention"' }, body: "" });
    bench.pages.set("/plain", { body: "takes none" });
    bench.pages.set("/rude", { headers: { Link: "</webmention-rude>; rel=webmention" } });
    bench.pages.set("/webmention-rude", { status: 400 });
    // An answer with an address, whatever its number.
    bench.pages.set("/webmention?for=1&x=y", { status: 202, headers: { Location: "/status/0" } });
    bench.pages.set("/webmention", { status: 201, headers: { Location: "/status/1" } });
    const urls = ["/one", "/two#part", "/two/", "/plain", "/rude"].map((path) => `<${bench.url(path)}>`);
    const post = await bench.publish(`# Links\n\n${urls.join(" ")} <${bench.url("/one")}> [own](/about)`);
    await bench.queue.settled();
    const source = `https://node1.example/slug/${post.slug}`;
    const told = (path: string, page: string) => ({ path, source, target: bench.url(page) });
    expect(bench.mentions).toHaveLength(3);
    expect(bench.mentions).toEqual(
      expect.arrayContaining([
        told("/webmention?for=1&x=y", "/one"),
        told("/webmention", "/two"),
        told("/webmention-rude", "/rude"),
      ]),
    );
    expect(await readSentMentions(bench.context, post.id)).toMatchObject([
      { target: bench.url("/one"), state: "sent", status: 202, receipt: bench.url("/status/0") },
      { target: bench.url("/two"), state: "sent", status: 201, receipt: bench.url("/status/1") },
      { target: bench.url("/plain"), state: "none" },
      { target: bench.url("/rude"), state: "failed", status: 400 },
    ]);
    bench.mentions.splice(0);
    const context = { ...bench.context };
    await updatePublication(context, post.id, { body: `# Links\n\n<${bench.url("/two")}>` });
    await bench.queue.settled();
    expect(bench.mentions.map(({ target }) => target).sort()).toEqual([bench.url("/one"), bench.url("/two")]);
    bench.mentions.splice(0);
    await destroyPublication(bench.context, post.id);
    await bench.queue.settled();
    expect(bench.mentions.map(({ target }) => target).sort()).toEqual([bench.url("/one"), bench.url("/two")]);
    expect(await readSentMentions(bench.context, post.id)).toMatchObject([
      { state: "none" },
      { state: "failed" },
    ]);
  });

  it("follows an endpoint that has moved, three times and by https alone", async () => {
    await start();
    const endpoint = (path: string, status: number, to: string) => {
      bench.pages.set(path, { headers: { Link: `<${path}/webmention>; rel=webmention` } });
      bench.pages.set(`${path}/webmention`, { status, headers: { Location: to } });
    };
    endpoint("/moved", 308, "/new/webmention");
    bench.pages.set("/new/webmention", { status: 201, headers: { Location: "7" } });
    endpoint("/round", 301, "/round/webmention");
    endpoint("/open", 307, bench.url("/new/webmention").replace("https:", "http:"));
    endpoint("/elsewhere", 303, "/new/webmention");
    const paths = ["/moved", "/round", "/open", "/elsewhere"];
    const { id } = await bench.publish(paths.map((path) => `<${bench.url(path)}>`).join(" "));
    await bench.queue.settled();
    expect(await readSentMentions(bench.context, id)).toMatchObject([
      { state: "sent", status: 201, receipt: bench.url("/new/7") },
      { state: "waiting" },
      { state: "waiting" },
      { state: "waiting" },
    ]);
    const told = bench.mentions.map(({ path, target }) => [path, target]);
    expect(told.filter(([path]) => path === "/new/webmention")).toEqual([
      ["/new/webmention", bench.url("/moved")],
    ]);
    expect(told.filter(([path]) => path === "/round/webmention")).toHaveLength(4);
  });

  it("tries again a page that has a bad day, and tells nobody when the owner wants that", async () => {
    await start();
    bench.pages.set("/one", { status: 503 });
    const { id } = await bench.publish(`<${bench.url("/one")}>`);
    await bench.queue.settled();
    expect(await readSentMentions(bench.context, id)).toMatchObject([
      { state: "waiting", problem: "it answered 503" },
    ]);
    bench.pages.set("/one", { body: '<a rel="webmention" href="">here</a>' });
    bench.context.clock.advance(60 * 60_000);
    await bench.queue.settled();
    expect(await readSentMentions(bench.context, id)).toMatchObject([{ state: "sent", problem: null }]);
    expect(bench.mentions.map(({ path }) => path)).toEqual(["/one"]);
    await bench.set("sendMentions", "false");
    const silent = await bench.publish(`silent <${bench.url("/one")}>`);
    await bench.queue.settled();
    expect(await readSentMentions(bench.context, silent.id)).toEqual([]);
  });
});
