import { describe, expect, test } from "vitest";
import { siteThemes } from "../../assets.ts";
import { findForeignPart } from "./foreign-part.ts";

describe("a theme's stylesheet", () => {
  test.each([
    ...siteThemes.map(({ css }) => css),
    "",
    "/* From https://a.example */ a { color: red }",
    "a { background: url(/ewp/contents/0x12) }",
    "a { background: url('/ewp/contents/0x12'), url(#x), url(data:image/png;base64,AA) }",
    'a::after { content: "@ // */" }',
    "/* never closed https://a.example",
  ])("stays on this site: %.60s", (css) => {
    expect(findForeignPart(css)).toBeNull();
  });

  test.each([
    "@import 'https://a.example/x.css';",
    "@IMPORT url(/assets/x.css);",
    "@\\69mport '/x.css';",
    "@im\\70 ort '/x.css';",
    "a { background: url(https://a.example/x.png) }",
    "a { background: URL( 'http://a.example' ) }",
    "a { background: url(//a.example/x.png) }",
    "a { background: url('\\2f\\2f a.example/x.png') }",
    "a { background: url(\\\\\\\\a.example/x.png) }",
    "a { background: u\\72l(h\\74tps:\\2f/a.example) }",
    "a { background: image-set('https://a.example/x.png' 1x) }",
    "a { background: image-set('//a.example/x.png' 1x) }",
    "a { background: url(x.png) }",
    'a { content: "/*"; background: url(https://a.example); content: "*/" }',
    "a { content: '/*\n; background: url(https://a.example) } /* */",
    "a { background: url(/*), url(https://a.example) } /* */",
    'a { content: "\\22/*"; background: url(https://a.example) } /* */',
    "@font-face { font-family: x; src: url(https://a.example/x.woff2) }",
  ])("loads from elsewhere: %s", (css) => {
    expect(findForeignPart(css)).not.toBeNull();
  });
});
