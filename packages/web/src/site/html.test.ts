import { expect, test } from "vitest";
import { attributes, escapeHtml, type HtmlValue, html, raw } from "./html.ts";

const hostile = `"><script>alert('1')</script>&amp;`;

test("text and attributes are escaped", () => {
  expect(String(html`<p title="${hostile}">${hostile}</p>`)).toBe(
    `<p title="${escapeHtml(hostile)}">${escapeHtml(hostile)}</p>`,
  );
  expect(escapeHtml(hostile)).toBe("&quot;&gt;&lt;script&gt;alert(&#x27;1&#x27;)&lt;/script&gt;&amp;amp;");
});

test("markup of a template and sanitised markup stay as they are", () => {
  expect(String(html`<p>${html`<b>${"<"}</b>`}${raw("<i>x</i>")}</p>`)).toBe("<p><b>&lt;</b><i>x</i></p>");
});

test("an object that looks like markup is none", () => {
  const given = { toString: () => "<b>" } as unknown as HtmlValue;
  expect(() => html`<p>${given}</p>`).toThrow(TypeError);
});

test("lists are joined, nothing is written for null, undefined and false, and zero is a number", () => {
  const values: HtmlValue = ["<", null, html`<b></b>`, [undefined, 0, false]];
  expect(String(html`<p class="${null}">${values}</p>`)).toBe('<p class="">&lt;<b></b>0</p>');
});

test("line breaks of a template are dropped between tags and are one space within", () => {
  const made = html`
    <p
      id="a"
      ${attributes({ hidden: true })}
    >
      ${"a\nb"} <b>c</b>
    </p>
  `;
  expect(String(made)).toBe('<p id="a" hidden="" >a\nb <b>c</b></p>');
});

test("attributes leave out what is not set, and escape what is", () => {
  const values = { id: hostile, hidden: true, width: 0, alt: "", title: null, lang: undefined, open: false };
  expect(String(html`<p ${attributes(values)}></p>`)).toBe(
    `<p id="${escapeHtml(hostile)}" hidden="" width="0" alt=""></p>`,
  );
});

test.each(["javascript:alert(1)", " \n\u0001JaVa\tScript:alert(1)"])(
  "the URL %j is written nowhere",
  (url) => {
    expect(String(html`<a href="${url}"></a>`)).toBe('<a href="about:blank"></a>');
    expect(String(html`<a ${attributes({ href: url })}></a>`)).toBe('<a href="about:blank"></a>');
  },
);

test.each(["/javascript:alert(1)", "https://a.example/?q=javascript:", "mailto:a@b.example", "#a"])(
  "the URL %j is",
  (url) => {
    expect(String(html`<a href="${url}"></a>`)).toBe(`<a href="${url}"></a>`);
  },
);

test("a value in a tag must be quoted or attributes", () => {
  expect(() => html`<p title=${"x"}></p>`).toThrow(TypeError);
  expect(() => html`<p ${"onclick=x"}></p>`).toThrow(TypeError);
  expect(() => html`<p ${raw("onclick=x")}></p>`).toThrow(TypeError);
  expect(() => html`<p title="${html`<b>`}"></p>`).toThrow(TypeError);
  expect(() => html`<p>${attributes({ id: "x" })}</p>`).toThrow(TypeError);
});
