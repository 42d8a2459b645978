import { createMarkdownRenderer } from "vitepress";
import { expect, test } from "vitest";
import { breakNames } from "../../docs/.vitepress/break-names.ts";

const md = await createMarkdownRenderer("docs");
breakNames(md);

test("two braces are shown, and are no template of the page", () => {
  const html = md.render("`{{ page.title }}` and {{ x }}");
  expect(html).not.toContain("{{");
  expect(html.match(/&#123;&#123;/g)).toHaveLength(2);
});

test("long names break between their parts, and flags stay whole", () => {
  expect(md.renderInline("PAYLOAD_TOO_LARGE")).toBe("PAYLOAD_<wbr>TOO_<wbr>LARGE");
  expect(md.renderInline("`commentsNeedApproval`")).toContain("comments<wbr>Need<wbr>Approval");
  expect(md.renderInline("`npx --no-install <a>`")).toContain(
    '<span class="whole">--no-install</span> &lt;a&gt;',
  );
});

test("words, numbers and escaped characters stay as they are", () => {
  expect(md.renderInline("internationalisation & 1 < 2")).toBe("internationalisation &amp; 1 &lt; 2");
  expect(md.renderInline("`0.2.0 && x`")).toBe("<code>0.2.0 &amp;&amp; x</code>");
});
