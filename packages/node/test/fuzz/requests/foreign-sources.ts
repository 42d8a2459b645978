import { contentHash, formatPostWithProof, signDigestWith, signEnvelope } from "@freehold/protocol";
import fc from "fast-check";
import { ghostExport, ghostPost } from "../../support/exports/ghost-export.ts";
import { makeRepository } from "../../support/exports/make-car.ts";
import { wxr, wxrAttachment, wxrItem } from "../../support/exports/wordpress-export.ts";
import { makeZip } from "../../support/make-zip.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { feedParsers } from "../parsers/feed-parsers.ts";
import { importParsers } from "../parsers/import-parsers.ts";
import { mutateBytes } from "../parsers/mutate-bytes.ts";
import { type Body, bodyOf } from "./odd-bodies.ts";
import { oddText } from "./odd-values.ts";
import type { Signing } from "./signed-bodies.ts";

const form = "application/x-www-form-urlencoded";

/** Addresses at sites whose documents are hostile; nobody's where there are none. */
export function sourceUrl(
  { sites }: Pick<Signing, "sites">,
  kind: "page" | "feed" | "hub",
): fc.Arbitrary<string> {
  return fc
    .record({
      site: fc.constantFrom(...(sites.length > 0 ? sites : ["https://localhost:9"])),
      number: fc.nat(999),
    })
    .map(({ site, number }) => `${site}/${kind}/${number}`);
}

/** Mentions whose page exists, and links to the post in most cases. */
export function mentionForm(signing: Signing): fc.Arbitrary<Body> {
  const { url, slugs } = signing.inventory;
  return fc
    .record({ page: sourceUrl(signing, "page"), slug: fc.constantFrom("a", ...slugs) })
    .map(({ page, slug }) => {
      const target = `${url}/slug/${slug}`;
      return formOf({ source: `${page}?to=${encodeURIComponent(target)}`, target });
    });
}

/** Subscriptions of callbacks that answer, most of them rightly. */
export function hubForm(signing: Signing): fc.Arbitrary<Body> {
  return fc
    .record({
      "hub.mode": fc.constantFrom("subscribe", "subscribe", "unsubscribe"),
      "hub.topic": fc
        .constantFrom("feed.xml", "atom.xml", "feed.json", "tags/tag/feed.xml")
        .map((path) => `${signing.inventory.url}/${path}`),
      "hub.callback": sourceUrl(signing, "hub"),
      "hub.lease_seconds": fc.constantFrom("", "60", "86400", "9".repeat(30)),
      "hub.secret": fc.constantFrom("", "secret", "é".repeat(99)),
    })
    .map(formOf);
}

/** Posts with a proof that is right, right of other words, or nearly one; and texts of which no proof can be found in time. */
export function pastedForm(signing: Signing): fc.Arbitrary<Body> {
  const { untrustedPeers, now, sites } = signing;
  const text = fc.oneof(
    oddText,
    fc.constantFrom(
      "# Words\n\nof somebody\n",
      "a\r\nb\r\n\r\n",
      "{\n".repeat(3_000),
      "proof:\n{".repeat(2_000),
    ),
  );
  return fc
    .record({
      text,
      peer: fc.constantFrom(...untrustedPeers),
      other: text,
      isRight: fc.boolean(),
      how: fc.constantFrom("post", "json", "envelope", "mutated", "mutated", "bare"),
      number: fc.nat(),
      of: fc.oneof(fc.constant(""), oddText),
      publisher: fc.oneof(
        fc.constant(""),
        fc.constantFrom(...sites, ...untrustedPeers.map(({ url }) => url), "x"),
      ),
    })
    .map(({ text: post, peer, other, isRight, how, number, of, publisher }) => {
      const hash = contentHash(new TextEncoder().encode((isRight ? post : other).toWellFormed()));
      const meaning = { contentHash: hash, publisherAddress: peer.address, timestamp: now };
      const envelope = signEnvelope("StatementOfSource", meaning, signDigestWith(peer.key), "baseline");
      const proof = { ...meaning, signature: envelope.signature };
      const whole = formatPostWithProof(post.toWellFormed(), proof);
      const made: Readonly<Record<string, string>> = {
        post: whole,
        json: JSON.stringify([{ ...proof, body: post }]),
        envelope: JSON.stringify(envelope),
        mutated: mutateBytes(
          Buffer.from(whole),
          [Buffer.from(JSON.stringify(envelope))],
          seededRandom(number),
        ).toString("utf8"),
        bare: post,
      };
      return formOf({ of, publisher, post: made[how] ?? "" });
    });
}

/** Lists of feeds at the sites, changed here and there. */
export function opmlText(signing: Pick<Signing, "sites">): fc.Arbitrary<string> {
  const seeds = seedsOf("parseOpml", feedParsers);
  const list = fc
    .array(sourceUrl(signing, "feed"), { maxLength: 5 })
    .map((urls) =>
      Buffer.from(`<opml><body>${urls.map((url) => `<outline xmlUrl="${url}"/>`).join("")}</body></opml>`),
    );
  return fc
    .tuple(fc.oneof(list, fc.constantFrom(...seeds)), fc.nat(), fc.boolean())
    .map(([one, number, isWhole]) =>
      (isWhole ? one : mutateBytes(one, seeds, seededRandom(number))).toString("utf8"),
    );
}

const files: readonly Buffer[] = [
  ...seedsOf("openExport", importParsers),
  makeRepository("did:plc:ada", {
    "app.bsky.feed.post/1": { $type: "app.bsky.feed.post", text: "One", createdAt: "2024-01-01T00:00:00Z" },
  }),
  makeZip([
    { name: "posts/one.md", bytes: "---\ntitle: One\n---\nWords ![x](../../secret.gif)\n" },
    { name: "posts/two.html", bytes: "<b>".repeat(900) },
  ]),
  makeZip([
    { name: "a.md", bytes: "a".repeat(2_000_000) },
    { name: "../../b.md", bytes: "b" },
    { name: "c.md", bytes: "c", says: 2 ** 31 },
  ]),
  Buffer.from(
    wxr([
      wxrItem({ id: 1, title: "Draft", content: "<p>".repeat(9_000), status: "draft" }),
      wxrAttachment(2, "../../c.jpg"),
    ]),
  ),
  Buffer.from(ghostExport({ posts: [ghostPost(1), ghostPost(2, { html: "<i>".repeat(9_000) })] })),
  Buffer.from("---\ntitle: [One\n---\nWords\n"),
];

/** Files to import: of every format, most of them changed. */
export const importFile: fc.Arbitrary<Body> = fc
  .record({ file: fc.constantFrom(...files), number: fc.nat(), isWhole: fc.boolean() })
  .map(({ file, number, isWhole }) => ({
    bytes: isWhole ? file : mutateBytes(file, files, seededRandom(number)),
    type: "application/octet-stream",
  }));

function seedsOf(name: string, parsers: typeof feedParsers): Buffer[] {
  return parsers
    .filter((one) => one.name === name)
    .flatMap(({ seeds }) =>
      seeds.map((seed) => Buffer.from(seed, name === "openExport" ? "latin1" : "utf8")),
    );
}

function formOf(fields: Record<string, string>): Body {
  return bodyOf(
    String(new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, value.toWellFormed()]))),
    form,
  );
}
