import { archiveNames } from "@freehold/protocol";
import { escapeHtml } from "@freehold/protocol/internal";
import { exportNames } from "../../../import-process/archive-names.ts";
import type { ExportManifest } from "./format.ts";

/** The page for a person who finds an export: its content, how to check it, how to bring it back; in English and Chinese. */
export function renderReadme({ node, exportedAt, private: isPrivate }: ExportManifest): string {
  const day = exportedAt.slice(0, 10);
  const [url, title] = [escapeHtml(node.url), escapeHtml(node.title)];
  const names = Object.fromEntries(
    Object.entries({ ...exportNames, ...archiveNames, list: archiveNames.manifest }).map(([key, name]) => [
      key,
      `<code>${name}</code>`,
    ]),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>
:root { color-scheme: light dark; }
body { max-width: 38rem; margin: 3rem auto; padding: 0 1.25rem; font: 1.125rem/1.6 ui-serif, Georgia, "Noto Serif SC", "Songti SC", serif;
background: light-dark(#fbfaf7, #171614); color: light-dark(#1d1c1a, #ece8e0); overflow-wrap: anywhere; }
a { color: inherit; }
h1, h2 { line-height: 1.25; }
code { font-size: 0.85em; }
[lang="zh-Hans"] { border-top: 1px solid light-dark(#e4e0d8, #2e2b27); margin-top: 3rem; }
</style>
</head>
<body>
<article>
<h1>What is in this folder</h1>
<p>This folder has what ${title} published at ${url}, and what belongs to it, as of ${day}. You need no special program to read it.
${isPrivate ? "<strong>Keep it private: it contains drafts and email addresses.</strong>" : ""}</p>
<h2>How to check it</h2>
<p>Open <a href="verify.html">verify.html</a> and choose this folder, or run <code>node verify.mjs</code> in it. Both work
without a network. They find every file that was changed, is missing or was added, and say who signed.</p>
<p>By hand: ${names.list} has the SHA-256 of each file, and ${names.signature} the owner's signature over it
(EIP-191, <code>personal_sign</code>). Each signed post has its own proof beside it, in <code>….about.json</code>:
<code>contentHash</code> is the SHA-256 of the file, and <code>proof</code> is a message with its signature (EIP-712).</p>
<h2>What the files are</h2>
<ul>
<li><code>posts</code>, <code>files</code>: the publications, byte for byte as they were signed, named by day.
<code>drafts</code> is empty unless drafts were asked for.</li>
<li>${names.profile} and the avatar: who this is. ${names.settings}: how the site was set up, without passwords.</li>
<li>${names.connections}: who follows whom, a line each, with the signed message.</li>
<li>${names.comments}: the comments, a line each. ${names.gone}: the addresses of pages that are deleted.</li>
</ul>
<h2>How to bring it back</h2>
<p>Set up a Freehold node with the same key, then <code>freehold import FOLDER</code>. If the node has another address now,
<code>freehold moved https://…</code> tells all who follow it. Only the key that signed these posts can sign more as the same
author. Without it, the posts can still be read and checked.</p>
</article>
<article lang="zh-Hans">
<h1>这个文件夹里有什么</h1>
<p>这里是 ${title} 在 ${url} 发表的内容以及相关资料，截至 ${day}。阅读它不需要任何专门的程序。
${isPrivate ? "<strong>请妥善保管：其中有草稿和邮箱。</strong>" : ""}</p>
<h2>如何验证</h2>
<p>打开 <a href="verify.html">verify.html</a> 并选择这个文件夹，或在其中运行 <code>node verify.mjs</code>。两者都不需要网络，
能找出每个被改动、缺失或后来加入的文件，并说明由谁签名。</p>
<p>也可以手工验证：${names.list} 列出每个文件的 SHA-256，${names.signature} 是站长对它的签名（EIP-191，
<code>personal_sign</code>）。每篇签名的文章旁边都有自己的证明，在 <code>….about.json</code> 里：<code>contentHash</code> 是文件的
SHA-256，<code>proof</code> 是带签名的消息（EIP-712）。</p>
<h2>各个文件是什么</h2>
<ul>
<li><code>posts</code>、<code>files</code>：文章和文件，与签名时逐字节相同，按日期命名。没有选择导出草稿时，<code>drafts</code> 是空的。</li>
<li>${names.profile} 和头像：作者是谁。${names.settings}：网站的设置，不含密码。</li>
<li>${names.connections}：谁关注谁，每行一条，附有签名的消息。</li>
<li>${names.comments}：评论，每行一条。${names.gone}：已删除页面的地址。</li>
</ul>
<h2>如何恢复</h2>
<p>用同一把密钥搭建一个 Freehold 节点，然后运行 <code>freehold import 文件夹</code>。如果节点换了网址，
<code>freehold moved https://…</code> 会通知所有关注者。只有为这些文章签名的那把密钥，才能继续以同一作者的身份签名；
没有它，文章仍然可以阅读和验证。</p>
</article>
</body>
</html>
`;
}
