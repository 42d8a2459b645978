import { expect, it } from "vitest";
import { mailTemplates } from "./mail-templates.ts";
import { renderMail } from "./render-mail.ts";

const facts = {
  siteTitle: 'Ada & "Co" <script>alert(1)</script>',
  publicationTitle: "First\r\nBcc: everybody@example.org\u2028post",
  link: "https://ada.example/comments/confirm?id=1&token=abc",
  hours: 24,
};

it.each(Object.values(mailTemplates))("makes both versions of each mail", (template) => {
  const { subject, text, html } = renderMail(template(facts));
  expect(subject).toContain("Ada");
  expect(text).toContain(facts.link);
  expect(html).toContain('href="https://ada.example/comments/confirm?id=1&amp;token=abc"');
  expect(text).toContain("within 24 hours");
});

it.each(Object.values(mailTemplates))(
  "escapes what it is given, and loads nothing from anywhere",
  (template) => {
    const { html } = renderMail(template(facts));
    expect(html).toContain("Ada &amp; &quot;Co&quot; &lt;script&gt;");
    expect(html).not.toMatch(/<script|<img|<link|url\(|src=/i);
  },
);

it("puts everything of one kind on one line of bounded length", () => {
  const { subject, text } = renderMail(
    mailTemplates["confirm-comment"]({ ...facts, siteTitle: "x\ny ".repeat(500) }),
  );
  expect(subject).not.toMatch(/\p{Cc}/u);
  expect([...subject].length).toBeLessThanOrEqual(300);
  expect(text).not.toMatch(/^Bcc:/m);
  expect(text).not.toContain("\u2028");
});
