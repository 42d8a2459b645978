import { expect, it } from "vitest";
import { mailMessages } from "../domain/mail/mail-texts.ts";
import { renderMail } from "./render-mail.ts";

const fields = {
  siteTitle: 'Ada & "Co" <script>alert(1)</script>',
  publicationTitle: "First\r\nBcc: everybody@example.org\u2028post",
  link: "https://ada.example/comments/confirm?id=1&token=abc",
  hours: 24,
};

const templates = Object.values(mailMessages).flatMap((catalogue) => Object.values(catalogue));
const lasting = Object.values(mailMessages).map((catalogue) => catalogue["newsletter-choices"]);

it("says everything in Chinese", () => {
  expect(Object.keys(mailMessages.zh)).toEqual(Object.keys(mailMessages.en));
  for (const template of Object.values(mailMessages.zh)) {
    const { subject, paragraphs, action, footer } = template({ ...fields, siteTitle: "Ada" });
    for (const sentence of [subject, ...paragraphs, action.label, footer]) {
      expect(sentence).toMatch(/\p{Script=Han}/u);
      expect(sentence).not.toMatch(/\b(the|your|comment|confirm)\b/i);
    }
  }
});

it.each(templates)("makes both versions of each mail", (template) => {
  const { subject, text, html } = renderMail(template(fields));
  expect(subject).toContain("Ada");
  expect(text).toContain(fields.link);
  expect(html).toContain('href="https://ada.example/comments/confirm?id=1&amp;token=abc"');
  expect(/within 24 hours|24 小时/.test(text)).toBe(!lasting.some((one) => one === template));
});

it.each(templates)("escapes what it is given, and loads nothing from anywhere", (template) => {
  const { html } = renderMail(template(fields));
  expect(html).toContain("Ada &amp; &quot;Co&quot; &lt;script&gt;");
  expect(html).not.toMatch(/<script|<img|<link|url\(|src=/i);
});

it("puts everything of one kind on one line of bounded length", () => {
  const { subject, text } = renderMail(
    mailMessages.en["confirm-comment"]({ ...fields, siteTitle: "x\ny ".repeat(500) }),
  );
  expect(subject).not.toMatch(/\p{Cc}/u);
  expect([...subject].length).toBeLessThanOrEqual(300);
  expect(text).not.toMatch(/^Bcc:/m);
  expect(text).not.toContain("\u2028");
});
