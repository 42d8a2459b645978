const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** Text for HTML or XML, between tags or in quotes. It has no control characters, which XML forbids and nobody sees. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']|[\p{Cc}--[\t\n\r]]/gv, (sign) => entities[sign] ?? "");
}
