import { expect, test } from "vitest";
import { noParts } from "../../markdown/text/text-parts.ts";
import { messagesFor } from "../../messages/site/catalogues.ts";
import { renderIssueMail } from "./issue.ts";

const owner = {
  address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  url: "https://ada.example",
  title: "Ada",
  description: null,
  avatar: null,
  avatarSize: null,
  ens: null,
  language: "en",
  menu: [],
  links: [],
  takesFollowers: true,
  hasFeeds: true,
  hasNewsletter: true,
  accent: { light: "#6e6400", dark: "#beb866" },
} as const;
const messages = messagesFor("en");
const links = { preferences: "https://ada.example/p", unsubscribe: "https://ada.example/u" };

function mail(markdown: string): string {
  const contentHash = `0x${"ab".repeat(32)}` as const;
  const about = { id: 1, slug: null, contentHash, publishedAt: 0, proof: null, excerpt: null } as const;
  const post = { ...about, markdown, parts: noParts, coverPath: null };
  return renderIssueMail({ owner, messages }, post, { links }).html;
}

test("a mail has a whole text, and of one that becomes far more HTML its beginning and a link", () => {
  const words = "word ".repeat(10_000);
  expect(mail(`${words}\n\nthe end`)).toContain("the end");
  expect(mail(words)).not.toContain(messages.newsletter.mails.readOn);
  const tasks = mail("- [x] a\n".repeat(7_400));
  expect(tasks).toContain(messages.newsletter.mails.readOn);
  expect(tasks.length).toBeLessThan(512 * 1024);
});

test("pictures with captions, and galleries, stand below one another", () => {
  const picture = `/ewp/contents/0x${"1".repeat(64)}`;
  const shown = mail(`![A](${picture}#full "In <1804>")\n\n![B](${picture})\n![C](${picture})`);
  expect(shown).toMatch(
    /<div style="[^"]+"><img src="https:[^"]+1" alt="A"[^>]*><p style="[^"]+">In &lt;1804&gt;<\/p><\/div>/,
  );
  expect(shown).not.toContain('class="gallery');
  expect(shown.match(/alt="[ABC]"/g)).toEqual(['alt="A"', 'alt="B"', 'alt="C"']);
});

test("a note is once in a mail, below its text", () => {
  const shown = mail("A note[^1], again[^1].\n\n- x[^2]\n\n[^1]: Said once.\n[^2]: And this.");
  expect(shown.match(/Said once\./g)).toHaveLength(1);
  expect(shown.match(/And this\./g)).toHaveLength(1);
  expect(shown.indexOf("Said once.")).toBeGreaterThan(shown.indexOf(">x<"));
});

test("lists, quotations and tables from right to left have their marks on the right", () => {
  const shown = mail("- מלח\n\n> אמר הזקן\n\n| מילה |\n|---|\n| מלח |\n\n- salt");
  expect(shown).toMatch(/<ul dir="rtl" style="[^"]*padding: 0 24px 0 0"/);
  expect(shown).toMatch(/<blockquote dir="rtl" style="[^"]*padding: 0 16px 0 0; border-right: 3px/);
  expect(shown).not.toMatch(/padding: 6px 10px[^"]*text-align: (?:left|right)/);
  expect(mail("- salt")).toMatch(/<ul style="[^"]*padding: 0 0 0 24px"/);
});
