/** HTML as it is found in posts of twenty years, one kind for each number. */
const kinds: readonly ((number: number) => string)[] = [
  (n) =>
    `Words of the older editor ${n}\nwith a line break.\n\nA second paragraph with <strong>bold</strong> and $${n} and 1 < 2.`,
  (n) =>
    `<!-- wp:paragraph --><p>A block &amp; an entity &mdash; ${n}</p><!-- /wp:paragraph --><!-- wp:image {"id":1} --><figure class="wp-block-image"><img src="https://old.example/wp-content/uploads/2014/05/picture-${n % 5}-300x200.jpg" alt="Picture ${n}"/><figcaption>Below</figcaption></figure><!-- /wp:image -->`,
  (n) =>
    `[caption id="a" width="300"]<a href="https://old.example/wp-content/uploads/2014/05/picture-${n % 5}.jpg"><img src="https://old.example/wp-content/uploads/2014/05/picture-${n % 5}-150x150.jpg" alt=""></a> The caption ${n}[/caption]\n\nAfter it.`,
  (n) =>
    `<font color="red"><center>Old <b>and <i>badly</b> nested</i> ${n}</center></font><p>never closed<p>again<ul><li>one<li>two<ul><li>inner</ul></ul>`,
  (n) =>
    `<table border=1><tr><td>a ${n}<td>b|c<tr><td colspan=2>wide</table><pre class="brush: php">&lt;?php echo ${n}; ?&gt;</pre><blockquote>q<br><br>r</blockquote>`,
  (n) =>
    `<iframe width="560" src="https://www.youtube.com/embed/abcdefghij${n % 10}"></iframe>\n[embed]https://vimeo.com/${n}[/embed]\n<script>alert(${n})</script><form><input></form>`,
  (n) =>
    `<p style="mso-style:x" onclick="bad()"><span lang=EN style='font-weight:bold'>From Word ${n}</span><o:p></o:p></p><p>&nbsp;</p><a href="javascript:alert(1)">x</a> <a href="/about/?a=1&b=2#c">relative</a>`,
  (n) =>
    `<img src="https://old.example/wp-content/uploads/2014/05/missing-${n}.png" alt="gone"><img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">[contact-form-7 id="${n}" title="x"] arr[0] [sic]`,
  (n) =>
    `A note<sup><a href="#fn${n}">1</a></sup>.<ol class="footnotes"><li id="fn${n}">The note. <a href="#r">↩</a></li></ol><dl><dt>t<dd>d</dl>${"<div>".repeat(80)}deep${"</div>".repeat(80)}`,
  (n) =>
    `中文的文章 ${n}：<b>重点。</b>后面的字\n\n<ruby>漢<rt>かん</rt></ruby> \u0007\ufffe control <unknown-tag>kept</unknown-tag> <![CDATA[x]]> <!-- lost --> &notanentity; *stars* _lines_ # hash`,
];

/** The HTML of a post with this number. */
export const oddHtml = (number: number): string => kinds[number % kinds.length]?.(number) ?? "";
