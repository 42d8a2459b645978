import { expect, it } from "vitest";
import { commentMails, messageLanguages } from "../domain/mail/mail-texts.ts";
import { newsletterMails } from "../modules/newsletter/mail-texts.ts";
import { renderMail } from "./render-mail.ts";

const fields = {
  siteTitle: 'Ada & "Co" <script>alert(1)</script>',
  publicationTitle: "First\r\nBcc: everybody@example.org\u2028post",
  link: "https://ada.example/comments/confirm?id=1&token=abc",
  hours: 24,
};

const kinds = Object.entries({ ...commentMails, ...newsletterMails });
const mails = messageLanguages.flatMap((language) =>
  kinds.map(([name, { write }]) => ({ name, language, write: (given: object) => write(language, given) })),
);

it("says everything in Chinese", () => {
  expect(kinds).toHaveLength(4);
  for (const [, { write }] of kinds) {
    const { subject, paragraphs, action, footer } = write("zh", { ...fields, siteTitle: "Ada" });
    for (const sentence of [subject, ...paragraphs, action.label, footer]) {
      expect(sentence).toMatch(/\p{Script=Han}/u);
      expect(sentence).not.toMatch(/\b(the|your|comment|confirm)\b/i);
    }
  }
});

it.each(mails)("makes both versions of each mail: $name in $language", ({ name, write }) => {
  const { subject, text, html } = renderMail(write(fields));
  expect(subject).toContain("Ada");
  expect(text).toContain(fields.link);
  expect(html).toContain('href="https://ada.example/comments/confirm?id=1&amp;token=abc"');
  expect(/within 24 hours|24 小时/.test(text)).toBe(name !== "newsletter-choices");
});

it.each(mails)(
  "escapes what it is given, and loads nothing from anywhere: $name in $language",
  ({ write }) => {
    const { html } = renderMail(write(fields));
    expect(html).toContain("Ada &amp; &quot;Co&quot; &lt;script&gt;");
    expect(html).not.toMatch(/<script|<img|<link|url\(|src=/i);
  },
);

it("puts everything of one kind on one line of bounded length", () => {
  const { subject, text } = renderMail(
    commentMails["confirm-comment"].write("en", { ...fields, siteTitle: "x\ny ".repeat(500) }),
  );
  expect(subject).not.toMatch(/\p{Cc}/u);
  expect([...subject].length).toBeLessThanOrEqual(300);
  expect(text).not.toMatch(/^Bcc:/m);
  expect(text).not.toContain("\u2028");
});
