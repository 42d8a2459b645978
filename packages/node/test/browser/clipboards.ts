/** A fragment as a program puts it on the clipboard: its markup, the plain text beside it, and what the page shows of it. */
interface Clipboard {
  readonly name: string;
  readonly html: string;
  readonly plain: string;
  readonly expected: readonly string[];
}

const docs = (inside: string) =>
  `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1a2b">${inside}</b>`;
const docsText = (style: string, text: string) =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;${style}">${text}</span>`;
const word = (inside: string) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"><style>p.MsoNormal {margin:0cm;}</style></head><body lang=EN-GB><!--StartFragment-->${inside}<!--EndFragment--></body></html>`;

/** Fragments after the documented markup of programs that people copy from. */
export const clipboards: readonly Clipboard[] = [
  {
    name: "a web page: heading, link, bold, list",
    html: '<h2 class="x">Head</h2><p>One <a href="https://a.example/b">link</a>, <strong>bold</strong>.</p><ul><li>a</li><li>b</li></ul>',
    plain: "Head\nOne link, bold.\na\nb",
    expected: ["h2 Head", "p One [link], **bold**.", "U a", "U b"],
  },
  {
    name: "a web page: words of a line stay in the line",
    html: "some <em>slanted</em> words",
    plain: "some slanted words",
    expected: ["p some *slanted* words"],
  },
  {
    name: "a web page: code",
    html: '<pre><code class="language-js">let a = 1;\nlet b;\n</code></pre><p>and <code>c</code></p>',
    plain: "let a = 1;\nlet b;\n\nand c",
    expected: ["code let a = 1;⏎let b;", "p and `c`"],
  },
  {
    name: "a web page: a quotation with a list",
    html: "<blockquote><p>Said</p><ul><li>one</li></ul></blockquote>",
    plain: "Said\none",
    expected: ["q Said", "qU one"],
  },
  {
    name: "a web page: a table",
    html: "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
    plain: "a\tb\n1\t2",
    expected: ["table a|b/1|2"],
  },
  {
    name: "a web page: scripts, styles and hidden forms are left out",
    html: "<style>p{}</style><p>Words<script>alert(1)</script></p><p><b>more</b></p>",
    plain: "Words\nmore",
    expected: ["p Words", "p **more**"],
  },
  {
    name: "Google Docs: bold and slanted by style",
    html: docs(
      `<p dir="ltr" style="line-height:1.38;">${docsText("font-weight:400;", "A ")}${docsText("font-weight:700;", "bold")}${docsText("font-weight:400;font-style:italic;", " slant")}</p>`,
    ),
    plain: "A bold slant",
    expected: ["p A **bold** *slant*"],
  },
  {
    name: "Google Docs: headings and paragraphs",
    html: docs(
      `<h2 dir="ltr"><span style="font-weight:400;">Head</span></h2><p dir="ltr"><span style="font-weight:400;">Text</span></p><br /><p dir="ltr"><span style="font-weight:400;">More</span></p>`,
    ),
    plain: "Head\nText\n\nMore",
    expected: ["h2 Head", "p Text", "p More"],
  },
  {
    name: "Google Docs: a nested list",
    html: docs(
      `<ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">one</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:400;">two</span></p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">three</span></p></li></ul>`,
    ),
    plain: "one\ntwo\nthree",
    expected: ["U one", "uU two", "U three"],
  },
  {
    name: "Google Docs: a link and struck words",
    html: docs(
      `<p dir="ltr"><a href="https://a.example/" style="text-decoration:none;"><span style="font-weight:400;text-decoration:underline;">link</span></a><span style="font-weight:400;text-decoration:line-through;">gone</span></p>`,
    ),
    plain: "linkgone",
    expected: ["p [link]~~gone~~"],
  },
  {
    name: "Google Docs: a table",
    html: docs(
      `<div dir="ltr"><table style="border:none"><colgroup><col/><col/></colgroup><tbody><tr><td><p dir="ltr"><span style="font-weight:700;">a</span></p></td><td><p dir="ltr"><span style="font-weight:400;">b</span></p></td></tr><tr><td><p dir="ltr"><span style="font-weight:400;">1</span></p></td><td><p dir="ltr"><span style="font-weight:400;">2</span></p></td></tr></tbody></table></div>`,
    ),
    plain: "a\tb\n1\t2",
    expected: ["table **a**|b/1|2"],
  },
  {
    name: "Word: paragraphs, bold and slanted",
    html: word(
      "<p class=MsoNormal>First <b>bold</b> and <i>slanted</i><o:p></o:p></p><p class=MsoNormal>Second<o:p></o:p></p>",
    ),
    plain: "First bold and slanted\nSecond",
    expected: ["p First **bold** and *slanted*", "p Second"],
  },
  {
    name: "Word: a list of points",
    html: word(
      "<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>one<o:p></o:p></p><p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>two<o:p></o:p></p>",
    ),
    plain: "·\tone\n·\ttwo",
    expected: ["U one", "U two"],
  },
  {
    name: "Word: a numbered list inside a list",
    html: word(
      "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>one</p><p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>a.<span>&nbsp; </span></span>inside</p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>2.<span>&nbsp; </span></span>two</p>",
    ),
    plain: "1.\tone\na.\tinside\n2.\ttwo",
    expected: ["O1 one", "oO1 inside", "O2 two"],
  },
  {
    name: "Word: a heading and a table",
    html: word(
      "<h1>Head<o:p></o:p></h1><table class=MsoTableGrid border=1><tr><td><p class=MsoNormal>a<o:p></o:p></p></td><td><p class=MsoNormal>b<o:p></o:p></p></td></tr><tr><td><p class=MsoNormal>1<o:p></o:p></p></td><td><p class=MsoNormal>2<o:p></o:p></p></td></tr></table>",
    ),
    plain: "Head\na\tb\n1\t2",
    expected: ["h2 Head", "table a|b/1|2"],
  },
  {
    name: "Notion: a page's blocks",
    html: "<meta charset='utf-8'><h1>Head</h1>\n<p>Text with <code>code</code></p>\n<ul>\n<li>one\n<ul>\n<li>two</li>\n</ul>\n</li>\n</ul>\n<!-- notionvc: 1a2b -->",
    plain: "# Head\n\nText with `code`\n\n- one\n    - two",
    expected: ["h2 Head", "p Text with `code`", "U one", "uU two"],
  },
  {
    name: "Notion: tasks",
    html: '<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div><input type="checkbox" checked> done</li><li><input type="checkbox"> open</li></ul>',
    plain: "- [x]  done\n- [ ]  open",
    expected: ["U [x] done", "U [ ] open"],
  },
  {
    name: "GitHub: an issue with code, a task and a mention",
    html: '<p dir="auto">See <a href="https://github.example/o/r/issues/1" class="issue-link">#1</a> and <code class="notranslate">main</code></p><div class="highlight highlight-source-shell"><pre>npm <span class="pl-c1">test</span></pre></div><ol dir="auto"><li>one</li><li>two</li></ol>',
    plain: "See #1 and main\nnpm test\none\ntwo",
    expected: ["p See [#1] and `main`", "code npm test", "O1 one", "O2 two"],
  },
  {
    name: "GitHub: a table of a README",
    html: '<table role="table"><thead><tr><th>Name</th><th align="right">Size</th></tr></thead><tbody><tr><td><code>a</code></td><td align="right">1</td></tr></tbody></table>',
    plain: "Name\tSize\na\t1",
    expected: ["table Name|Size/`a`|1"],
  },
  {
    name: "Word: a numbered list that begins with 3",
    html: word(
      "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>3.<span>&nbsp; </span></span>three</p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>4.<span>&nbsp; </span></span>four</p>",
    ),
    plain: "3.\tthree\n4.\tfour",
    expected: ["O3 three", "O4 four"],
  },
  {
    name: "Word in a browser: each item is a list of its own, with its level",
    html: ["1 one", "2 two", "3 three", "2 four", "1 five"]
      .map((item) => item.split(" "))
      .map(
        ([level, text]) =>
          `<div class="ListContainerWrapper"><ul role="list"><li data-aria-level="${level}"><p><span class="TextRun">${text}</span></p></li></ul></div>`,
      )
      .join(""),
    plain: "one\ntwo\nthree\nfour\nfive",
    expected: ["U one", "uU two", "uuU three", "uU four", "U five"],
  },
  {
    name: "Slack: lists side by side, each with its indent, and one of numbers",
    html: '<ul data-stringify-type="unordered-list" data-indent="0"><li>one</li></ul><ul data-indent="1"><li>two</li></ul><ul data-indent="0"><li>three</li></ul><ol data-indent="0"><li>first</li></ol>',
    plain: "• one\n    ◦ two\n• three\n1. first",
    expected: ["U one", "uU two", "U three", "O1 first"],
  },
  {
    name: "Google Docs: tasks, whose boxes are pictures, and small letters above and below",
    html: docs(
      `<ul><li dir="ltr" role="checkbox" aria-checked="true" aria-level="1"><img src="data:image/png;base64,iVBORw0KGgo=" alt="checked" aria-roledescription="checkbox"/><p dir="ltr" role="presentation" style="display:inline-block">${docsText("font-weight:400;", "done")}</p></li><li dir="ltr" role="checkbox" aria-checked="false" aria-level="1"><img src="data:image/png;base64,iVBORw0KGgo=" alt="unchecked" aria-roledescription="checkbox"/><p dir="ltr" role="presentation" style="display:inline-block">${docsText("font-weight:400;vertical-align:super;", "open")}</p></li></ul>`,
    ),
    plain: "done\nopen",
    expected: ["U [x] done", "U [ ] open"],
  },
  {
    name: "Excel: the marks of the selection stand inside the table",
    html: '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table><!--StartFragment--><col width=64><tr><td>Name</td><td>Sum</td></tr><tr><td>a</td><td>1,5</td></tr><!--EndFragment--></table></body></html>',
    plain: "Name\tSum\na\t1,5",
    expected: ["table Name|Sum/a|1,5"],
  },
  {
    name: "a chat with a program: code below its language and a button",
    html: '<p>Run <strong>this</strong>:</p><pre><div><div>python</div><button aria-label="Copy">Copy code</button><div><code class="language-python"><span>def</span> f():\n    return 1\n</code></div></div></pre>',
    plain: "Run this:\ndef f():\n    return 1",
    expected: ["p Run **this**:", "code def f():⏎    return 1"],
  },
  {
    name: "a chat in Chinese, with line breaks",
    html: "<div>第一行<br>第二行</div><div><b>粗体</b>字</div>",
    plain: "第一行\n第二行\n粗体字",
    expected: ["p 第一行↵第二行", "p **粗体**字"],
  },
  {
    name: "a chat with a program: the language beside the block",
    html: '<div><div class="text-xs">bash</div><div class="overflow-x-auto"><pre class="code"><code class="language-bash">ls -l\necho ok\n</code></pre></div></div><p>Done</p>',
    plain: "bash\nls -l\necho ok\nDone",
    expected: ["code ls -l⏎echo ok", "p Done"],
  },
  {
    name: "Jira: code of several lines and of a line",
    html: '<p>See:</p><span><code class="language-java">int a;\n  int b;</code></span><p>and <span class="code">c</span></p>',
    plain: "See:\nint a;\n  int b;\nand c",
    expected: ["p See:", "code int a;⏎  int b;", "p and `c`"],
  },
  {
    name: "Confluence: tasks and a panel",
    html: '<div data-node-type="actionList" data-task-list-local-id="1"><div data-task-local-id="2" data-task-state="DONE">done</div><div data-task-local-id="3" data-task-state="TODO">open</div></div><div data-panel-type="info"><div><p>Mind <strong>this</strong></p></div></div>',
    plain: "done\nopen\nMind this",
    expected: ["U [x] done", "U [ ] open", "q Mind **this**"],
  },
  {
    name: "GitHub: an alert",
    html: '<div class="markdown-alert markdown-alert-tip" dir="auto"><p class="markdown-alert-title" dir="auto"><svg></svg>Tip</p><p dir="auto">Do it.</p></div>',
    plain: "Tip\nDo it.",
    expected: ["q **Tip**", "q Do it."],
  },
  {
    name: "Wikipedia: a heading with a link to edit it",
    html: '<div class="mw-heading mw-heading2"><h2 id="Looms">Looms</h2><span class="mw-editsection"><span class="mw-editsection-bracket">[</span><a href="https://en.wikipedia.example/w?action=edit">edit</a><span class="mw-editsection-bracket">]</span></span></div><p>They weave.</p>',
    plain: "Looms[edit]\nThey weave.",
    expected: ["h2 Looms", "p They weave."],
  },
  {
    name: "a web page: a picture before code without a language",
    html: '<p><img src="https://a.example/p.png" alt="Loom"></p><pre><code>ls\n</code></pre>',
    plain: "ls",
    expected: ["p [Loom]", "code ls"],
  },
  {
    name: "Confluence: tasks of a page",
    html: '<ul class="inline-task-list" data-inline-tasks-content-id="1"><li class="checked" data-inline-task-id="2"><span>done</span></li><li data-inline-task-id="3"><span>open</span></li></ul>',
    plain: "done\nopen",
    expected: ["U [x] done", "U [ ] open"],
  },
  {
    name: "a site of documentation: a note with its title",
    html: '<div class="admonition warning"><p class="admonition-title">Mind the gap</p><ul><li>one</li></ul></div><p>After</p>',
    plain: "Mind the gap\none\nAfter",
    expected: ["q **Mind the gap**", "qU one", "p After"],
  },
];
