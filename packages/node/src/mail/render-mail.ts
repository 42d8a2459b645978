import { escapeHtml } from "@freehold/protocol/internal";

/** The text of one mail, for both versions of its body. */
export interface MailText {
  subject: string;
  paragraphs: readonly string[];
  /** The one link. */
  action: { label: string; link: string };
  footer: string;
}

/** Renders a mail as plain text, and as HTML without scripts, pictures and external resources. */
export function renderMail({ subject, paragraphs, action, footer }: MailText) {
  const lines = paragraphs.map(toLine);
  return {
    subject: toLine(subject),
    text: `${[...lines, `${toLine(action.label)}:\n${action.link}`, toLine(footer)].join("\n\n")}\n`,
    html: [
      '<!doctype html><html><head><meta charset="utf-8"></head>',
      '<body style="font: 16px/1.5 Georgia, serif; color: #1b1b18; max-width: 36em; margin: 2em auto">',
      ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
      `<p><a href="${escapeHtml(action.link)}">${escapeHtml(toLine(action.label))}</a></p>`,
      `<p style="color: #6b6b63; font-size: 14px">${escapeHtml(toLine(footer))}</p>`,
      "</body></html>",
    ].join("\n"),
  };
}

/** One line of bounded length: no line break gets into a header or pretends to be a paragraph. */
export function toLine(text: string): string {
  const points = [...text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim()];
  return points.length <= 300 ? points.join("") : `${points.slice(0, 299).join("")}…`;
}
