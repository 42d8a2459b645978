import type { SentenceTable } from "./translate-sentence.ts";

/** The sentences with which the node refuses something to the dashboard, in Chinese, by the English sentence. */
export const refusalsZh: SentenceTable = {
  // Settings that a page or a program sends.
  "There is a setting that this node does not have.": "其中有一项设置，这个节点没有。",
  "enableRss must be true or false.": "“RSS”只能开启或关闭。",
  "countReads must be true or false.": "“统计阅读”只能开启或关闭。",
  "allowFollow must be true or false.": "“允许关注”只能开启或关闭。",
  "allowComment must be true or false.": "“允许评论”只能开启或关闭。",
  "commentsNeedApproval must be true or false.": "“评论需要审核”只能开启或关闭。",
  "receiveMentions must be true or false.": "“接收提及”只能开启或关闭。",
  "sendMentions must be true or false.": "“发送提及”只能开启或关闭。",
  "indexNow must be the https address of a search engine's IndexNow, or empty.":
    "IndexNow 要填写搜索引擎的 https 网址，也可以留空。",
  "ensRpc must be the https address of an Ethereum RPC, or empty.":
    "ENS 要填写以太坊 RPC 的 https 网址，也可以留空。",
  "defaultLanguage must be a language tag such as en or pt-BR.": "语言要用 en、pt-BR 这样的语言代码。",
  "timeZone must be the name of a time zone (IANA) such as Europe/Berlin.":
    "时区要用 Asia/Shanghai 这样的名称（IANA）。",
  "defaultTheme must be the name of a theme: letters, digits and dashes.":
    "主题名称只能包含字母、数字和短横线。",
  "siteTheme must be the name of a theme of the site: paper, journal, photographs or plain.":
    "网站主题只能是 paper、journal、photographs 或 plain。",
  "fullTextsOnHome must be true or false.": "“首页显示正文”只能开启或关闭。",
  "siteMenu must be a menu: a JSON list of entries, each with `to` (a path of the site or an http address), and if it has them `name` and `isHidden`.":
    "菜单的每一项都需要网址：本站的路径，或 http(s) 网址。",
  "profileLinks must be up to 10 lines, each an http or https address, or an account such as @ada@social.example.":
    "链接最多 10 行，每行是 http(s) 网址，或 @ada@social.example 这样的账号。",
  "accentHue must be a hue in degrees, a whole number from 0 to 359; empty for the colour of the address.":
    "强调色的色相要用 0 到 359 的整数；留空则由地址决定。",
  "stylesheet must be CSS: well-formed text of at most 65 kB.": "样式表要用 CSS，最大 65 kB。",
  "walletConnectProjectId must be a project id: letters, digits and dashes.":
    "WalletConnect 项目 ID 只能包含字母、数字和短横线。",
  "mailTransport must be the smtp:// or smtps:// address of a mail server.":
    "邮件服务器要用 smtp:// 或 smtps:// 开头的地址。",
  "mailFrom must be one email address.": "发件人要填写一个邮箱。",
  "newsletter must be true or false.": "“邮件订阅”只能开启或关闭。",
  "newsletterSending must be always, ask or never.": "发送方式只能是每次发送、每次询问或不发送。",
  "newsletterPerHour must be a whole number; 0 for no limit.": "每小时的邮件数要用整数；0 表示不限。",
  "notifyFollower must be true or false.": "“新关注者”通知只能开启或关闭。",
  "notifyComment must be true or false.": "“新评论”通知只能开启或关闭。",
  "notifyVisitor must be true or false.": "“访客”通知只能开启或关闭。",
  "notifyFailedPeer must be true or false.": "“无法连接的网站”通知只能开启或关闭。",
  "showChecklist must be true or false.": "“从这里开始”列表只能显示或隐藏。",
  "replicasPerPeer must be a whole number; 0 for no limit.": "每个网站保存的文章数要用整数；0 表示不限。",
  "replicaBytesPerPeer must be a whole number; 0 for no limit.": "每个网站保存的字节数要用整数；0 表示不限。",
  // Files of the node.
  "{0}: there is no such file.": "{0}：文件不存在。",
  "{0}: that is a folder.": "{0}：这是文件夹。",
  "{0}: it exists and is not a folder.": "{0}：已存在，但不是文件夹。",
  "{0}: a part of the path is not a folder.": "{0}：路径中有一段不是文件夹。",
  "{0}: the disk is full.": "{0}：磁盘已满。",
  "{0}: the disk quota of this user is full.": "{0}：此用户的磁盘配额已用完。",
  "{0}: the disk is read-only.": "{0}：磁盘是只读的。",
  "{0}: {1} may not read or write it.": "{0}：没有读写权限（{1}）。",
  // The mail server.
  "The mail server got the whole message and did not confirm it.": "邮件服务器收到了整封邮件，但没有确认。",
  // The protocol.
  "There is nothing at this path.": "这个路径没有内容。",
  "There is no node here: this address only shows whether a call arrives.":
    "这里没有节点：这个网址只用来检查能否访问。",
  "This node does not connect to this target: {0}.": "节点不会连接这个目标：{0}。",
  "Fields are missing or malformed.": "消息缺少字段，或格式不正确。",
  "A URL is not a valid HTTPS URL of a node.": "网址不是有效的 https 网址。",
  "The limit is not an integer from 1 to 1000.": "每页数量要用 1 到 1000 的整数。",
  "The page is not an integer of at least 1.": "页码要用从 1 开始的整数。",
  "The parameter since is not an integer of Unix seconds.": "参数 since 要用 Unix 秒数。",
  "The parameter since is not an ISO 8601 time.": "参数 since 要用 ISO 8601 时间。",
  "The content hash is not 0x and 64 hexadecimal digits.": "哈希要用 0x 和 64 位十六进制数字。",
  "The thumbnail size is not one of sm, md, lg.": "缩略图尺寸只能是 sm、md 或 lg。",
  "The address in the path is not a valid EIP-55 address.": "路径中的以太坊地址无效。",
  "The address in the path is not the one in the message.": "路径中的以太坊地址与消息中的不同。",
  "The profile at the new URL does not have this address.": "新网址上的资料属于另一个以太坊地址。",
  "The content does not match its hash.": "内容与哈希不符。",
  "The content lacks its description.": "内容缺少说明。",
  "The profile at followeeUrl does not match followeeAddress.": "被关注网站的资料与以太坊地址不符。",
  "The profile at followerUrl does not match followerAddress.": "关注者网站的资料与以太坊地址不符。",
  "This node does not follow the publisher.": "这个网站没有关注作者。",
  "This node has no avatar.": "这个网站没有头像。",
  "There is no content with this hash.": "没有这个哈希对应的内容。",
  "There is no publication with this hash.": "没有这个哈希对应的文章。",
  "There is no installed node here.": "这里没有安装好的节点。",
  "The connection exists already.": "已经关注。",
  "The connection has changed since this message was signed, or it is not taken.":
    "签名之后关注关系已经改变，或没有被接受。",
  "This publication is stored already.": "这篇文章已经保存。",
  "The node failed.": "节点出错。",
  "The node is not installed yet.": "节点尚未安装。",
  "The protocol has no such path.": "协议没有这个路径。",
  "This path does not take this method.": "这个路径不支持该请求方法。",
  "The body is too large.": "请求内容太大。",
  "Too many requests.": "请求过多。",
  "This node has too much to do. Try again later.": "节点正忙，请稍后再试。",
  "The timestamp is more than an hour ahead.": "签名时间比现在晚一小时以上。",
  "The field url is malformed.": "网址的格式不正确。",
  "Only the owner signs here.": "只有站长能在这里签名。",
  "This node is not installed yet.": "节点尚未安装。",
  "Only the owner ends a follow here.": "只有站长能在这里取消关注。",
  "It names this node as the follower, and its owner did not sign it.":
    "消息写明由本站关注，但不是站长签名的。",
  "The message belongs to two other nodes.": "这条消息与另外两个网站有关。",
  "This node does not take this follow.": "本站不接受这次关注。",
  "This node accepts no new followers.": "本站不接受新的关注者。",
  // Pictures and files.
  "The metadata of this picture can't be removed: {0}. Save it again with an image editor.":
    "无法移除这张图片的位置和相机信息：文件已损坏（{0}）。请用图片编辑器重新保存。",
  "This is a HEIC picture, which most browsers can't show. Export it as JPEG and publish that.":
    "这是 HEIC 图片，多数浏览器无法显示。请导出为 JPEG 后再添加。",
  "Metadata can't be removed from a picture of the type {0}. Save it as JPEG, PNG, WebP, GIF or AVIF.":
    "无法从 {0} 类型的图片中移除位置和相机信息。请存为 JPEG、PNG、WebP、GIF 或 AVIF。",
  "This file has the name of a picture, but is not one, so its metadata can't be removed. Save it again with an image editor.":
    "文件的名称是图片，内容却不是，因此无法移除其中的信息。请用图片编辑器重新保存。",
  "This picture is signed and can't be changed. You can delete it; copies on other sites stay.":
    "这张图片已签名，不能更改。可以删除它，其他网站上的副本会保留。",
  "A signed post shows this picture, and its hash would change. Delete the post or keep the picture.":
    "已签名的文章使用了这张图片，更改后哈希会不同。请删除文章，或保留图片原样。",
  "A signed post in the trash shows this picture, and its hash would change. Delete the post for good or keep the picture.":
    "回收站中一篇已签名的文章使用了这张图片，更改后哈希会不同。请彻底删除文章，或保留图片原样。",
  "A picture inside the text: {0}": "正文中的一张图片：{0}",
  "The picture was not drawn in time. Try again.": "图片没有及时生成，请重试。",
  "This was deleted.": "它已被删除。",
  "There is nothing with this id.": "没有这个编号的内容。",
  "Give exactly one of id, slug and contentHash.": "id、slug 和 contentHash 只能给出一个。",
  "A publication has either a body or a file.": "正文和文件只能选择一个。",
  "Only the owner deletes files together with a post.": "只有站长能把文件和文章一起删除。",
  "Only the owner takes over the address of another publication.": "只有站长能让文章使用另一篇的网址。",
  'The slug "{0}" is already used by another of your posts.': "你的另一篇文章已使用链接名“{0}”。",
  'The slug "{0}" was the slug of another of your posts, and readers may still use it. Take it over, or choose another one.':
    "你的另一篇文章曾使用链接名“{0}”，读者可能还在使用。可以改由这篇使用，或换一个。",
  "This post is empty.": "文章没有内容。",
  "A preview is only for the owner's console.": "预览仅供站长使用。",
  "This is not a text to preview.": "无法预览：请求中没有文章。",
  "The text is too long for a page.": "文章太长，无法在一个页面里显示。",
  "Figures are rendered only for the owner's console.": "图表仅供站长预览。",
  "These are not figures.": "无法预览：请求中没有图表。",
  // Other sites.
  "{0} claims to be {1}, which is another site.": "{0} 冒称是 {1}，而那是另一个网站。",
  "This is not an https:// address of a node.": "这不是网站的 https:// 网址。",
  "No profile could be read from {0}: {1}": "无法读取 {0} 的资料：{1}",
  "{0} is at {1}. The site at {2} claims to be the same.": "{0} 的网址是 {1}，而 {2} 冒称是同一个网站。",
  "This is your own node.": "这是你自己的网站。",
  "This is the same node.": "这是同一个网站。",
  "This site has no public https address yet: only its own machine can open {0}. Set one first.":
    "网站还没有公开的 https 网址：只有本机能打开 {0}。请先设置网址。",
  "You have blocked this node. Unblock it first.": "你已屏蔽这个网站，请先解除屏蔽。",
  "Your node has not accepted the follow: {0}. This node tries again while your signature is valid, for an hour.":
    "你的网站还没有接受这次关注：{0}。签名有效的一小时内会自动重试。",
  // The installation.
  "This site is closed.": "这个网站已关闭。",
  "This node is reserved for the owner that its configuration names.": "此节点已在配置中留给另一位站长。",
  "The avatar is not a JPEG, PNG, WebP or GIF picture of allowed size.":
    "头像要用 JPEG、PNG、WebP 或 GIF 图片，并且不能太大。",
  "This node is already installed.": "此节点已有站长。",
  "The setup code is missing or wrong. The node prints it in a link when it starts.":
    "缺少安装码，或安装码不对。节点启动时显示的链接里有安装码。",
  // Readers.
  "This site doesn't send posts by email.": "这个网站不用邮件发送文章。",
  "This address is not subscribed here.": "这个邮箱没有订阅本站。",
  "Too many subscriptions in a short time. Try again later.": "短时间内订阅过多，请稍后再试。",
  "Too many subscriptions are waiting for confirmation. Try again later.": "等待确认的订阅过多，请稍后再试。",
  "No such subscription waits to be confirmed.": "没有等待确认的订阅。",
  "It is too late to confirm this. Subscribe again.": "确认链接已过期，请重新订阅。",
  "This signature was used before.": "这个签名已经用过。",
  "No such comment waits to be confirmed.": "没有等待确认的评论。",
  "It is too late to confirm this comment. Write it again.": "确认链接已过期，请重新写评论。",
  "This is the name of the site's owner. Use another one.": "这是站长的名字，请换一个。",
  "This site can't send email. Comment with a wallet.": "网站无法发送邮件，请用钱包评论。",
  "This comment was written with a wallet, not by email.": "这条评论是用钱包写的，不是用邮箱。",
  "Enter the email address that the comment was written with, or sign with its wallet.":
    "请填写写评论时使用的邮箱，或用写评论的钱包签名。",
  "This link is too old. Ask for another one.": "链接已过期，请重新获取。",
  "This link was replaced by a newer one.": "链接已失效：之后又发过新的链接。",
  "Too many comments in a short time. Try again later.": "短时间内评论过多，请稍后再试。",
  "You have comments waiting for confirmation. Check your email first.": "你还有评论没有确认，请先查看邮件。",
  "Too many comments are waiting for confirmation. Try again later.": "等待确认的评论过多，请稍后再试。",
  "Too many confirmations in a short time. Try again later.": "短时间内确认过多，请稍后再试。",
  "Mentions come from other sites and can't be written here.": "提及来自其他网站，不能在这里写。",
  "Imported comments can't be written here.": "导入的评论不能在这里写。",
  "A comment needs text.": "评论没有内容。",
  "A comment can have up to {0} characters.": "评论最多 {0} 个字符。",
  "A name can have one line of up to {0} characters.": "名字只能有一行，最多 {0} 个字符。",
  "This is not the author's signature over this comment.": "签名与这条评论或其作者不符。",
  // The session.
  "Only the owner can do that. Sign in first.": "只有站长能这样做，请先登录。",
  "This session or token ended during the request.": "登录或令牌在请求期间失效了。",
  "This token does not have the scope {0}.": "令牌没有权限 {0}。",
  "This token is invalid: it expired, was revoked, or belongs to another node.":
    "令牌无效：已过期、已撤销，或属于另一个节点。",
  "This needs a sign-in within the last {0} minutes. Sign in again, then try again.":
    "这一操作要求在 {0} 分钟内登录过。请重新登录后再试。",
  // The address of the site.
  "The address of a site is https:// and a name of its own, without a path, user, query or fragment.":
    "网站的网址是 https:// 加上单独的域名，不带路径、用户名、查询参数和片段。",
  "Sign the address as {0}.": "请按 {0} 的写法签署这个网址。",
  // Other nodes.
  "The clock of {0} is {1} minutes ahead of this machine's, so it refuses your signature. Correct the wrong clock, then follow again.":
    "{0} 的时钟比这台机器快 {1} 分钟，所以它不接受这里的签名。请校准不准的那个时钟，再关注一次。",
  "The clock of {0} is {1} minutes behind this machine's, so it refuses your signature. Correct the wrong clock, then follow again.":
    "{0} 的时钟比这台机器慢 {1} 分钟，所以它不接受这里的签名。请校准不准的那个时钟，再关注一次。",
  // Posts by mail.
  "Set a public address first: nobody can confirm without it.": "网站没有公开网址，读者无法确认订阅。",
  "The newsletter needs a public https address of this site: at this address, nobody could confirm or unsubscribe.":
    "邮件订阅需要网站有公开的 https 网址：读者无法在现在的网址上确认或退订。",
  "The newsletter needs a public address of this site.": "邮件订阅需要网站有公开网址。",
  "No subscriber is known to lack this post.": "没有尚未收到这篇文章的订阅者。",
  // Posts and files.
  "This post was changed elsewhere since you opened it. Reload it.":
    "这篇文章打开之后在别处被修改过。请刷新。",
  "A signed post can't be changed. Write a new version.": "这篇文章已签名，已签名的无法更改。",
  "This post is already signed.": "这篇文章已经签名。",
  "This post is already published.": "这篇文章已经发布。",
  "This post has changes that are not published. Publish or discard them first.":
    "这篇文章有尚未发布的修改，请先发布或放弃。",
  "This is no longer on your site.": "它已经不在你的网站上。",
  "Another version was published after you started these changes. Compare the two.":
    "开始修改之后，又发布过另一份内容。请比较两者。",
  "The text of these changes is missing on the node.": "节点上缺少这些修改的内容。",
  "The post {0} has no changes.": "文章 {0} 没有修改。",
  "This post is not signed. Change it instead.": "它没有签名，直接修改即可。",
  "There is no post {0} here.": "文章 {0} 已经不存在了。",
  "There is no such post.": "这篇文章已不存在。",
  "There is no version {0}.": "没有历史版本 {0}。",
  "The post was deleted.": "这篇文章已被删除。",
  "Only a post can be duplicated.": "只有文章可以复制。",
  "This is not a tag.": "这不是标签。",
  "The tag already has this name.": "标签已经是这个名称。",
  "None of your posts has this tag.": "你的文章都没有这个标签。",
  "A tag can have up to 64 letters, digits and underscores, with at least one letter, and no underscore at its start or end.":
    "标签最多 64 个字母、数字或下划线，至少有一个字母，首尾不能是下划线。",
  "Up to {0} posts can be deleted at a time.": "一次最多删除 {0} 篇。",
  "Up to {0} posts can be changed at a time.": "一次最多处理 {0} 篇。",
  "Up to {0} items can be restored at a time.": "一次最多恢复 {0} 项。",
  "It is not in the trash.": "它不在回收站里。",
  "Another post has taken its place.": "它的位置已被另一篇文章占用。",
  "This post is already back: it was imported again.": "这篇文章已重新导入，又在这里了。",
  "The post of this comment is deleted. Restore the post first.":
    "这条评论所属的文章已被删除，请先恢复文章。",
  "The content of this post is missing on the node.": "节点上缺少它的内容。",
  "A draft must be saved with the revision that was loaded.": "保存草稿时要注明它读取时的版本。",
  "Choose a time in the future.": "请选择将来的时间。",
  "A file can't be changed. Publish another file.": "文件的内容不能更改，请发布另一个文件。",
  "Only files can have a caption.": "只有文件才有说明。",
  "Captions and file names can't contain NUL characters.": "说明和文件名里有无法保存的字符。",
  "A caption can have up to {0} characters.": "说明最多 {0} 个字符。",
  "A file name can have up to {0} characters.": "文件名最多 {0} 个字符。",
  "Only posts can have an excerpt or a cover, or be a page.": "只有文章才有摘要和封面，才能设为页面。",
  "An excerpt can't contain NUL characters.": "摘要里有无法保存的字符。",
  "An excerpt can have up to {0} characters.": "摘要最多 {0} 个字符。",
  "A cover must be a picture: JPEG, PNG, WebP, GIF or AVIF.": "封面要用图片：JPEG、PNG、WebP、GIF 或 AVIF。",
  "Up to {0} addresses at a time.": "一次最多 {0} 个网址。",
  "A slug can have letters, digits, - and _, up to {0} of them.":
    "链接名由文字、数字、- 和 _ 组成，最多 {0} 个字符。",
  "A slug needs at least one letter or digit.": "链接名里至少要有一个文字或数字。",
  "Only the owner can see drafts.": "草稿仅站长可见。",
  "Only pictures have location and camera data to remove.": "只有图片才有位置和相机信息可以移除。",
  "Something was changed in the meantime. Try again.": "在此期间有改动，请重试。",
  "Only posts have versions.": "只有文章才有版本。",
  "A template needs text, and a name of at most {0} characters.": "模板需要名称（最多 {0} 个字符）和内容。",
  "A template can have at most {0} bytes.": "模板最多 {0} 字节。",
  "There are {0} templates. Delete one first.": "已有 {0} 个模板，请先删除一个。",
  "This is larger than the limit of {0} bytes.": "超过了 {0} 字节的上限。",
  "A Markdown post must be UTF-8 text; this is not.": "Markdown 文章要用 UTF-8 编码，这个不是。",
  "It is empty.": "里面没有内容。",
  // Signatures.
  "From 1 to {0} different posts can be signed at a time.": "一次可以签名 1 到 {0} 篇不同的文章。",
  "Up to {0} posts can be signed at a time.": "一次最多签名 {0} 篇文章。",
  "The clock was wrong when you last signed: your last post is dated {0}, and no other node accepts it before then. Delete the posts that are dated in the future, or turn them into drafts ({1} clock --withdraw): then you can sign immediately. Otherwise, signing works again in {2} minutes.":
    "你上次签名的时间是 {0}，当时这台机器的时钟超前；在那之前，其他节点都不接受。请删除签名时间在将来的文章，或在“状态”中改回草稿，就能立即签名；否则 {2} 分钟后才能签名。",
  "This text was changed after it was shown. Read it again first.":
    "这篇文章显示之后被修改过，请先重新阅读。",
  "The node can't use the owner's key.": "节点无法使用站长的密钥。",
  "A post must be signed as {0}.": "文章要以 {0} 签名。",
  "The signature is for other content than this post's.": "签名的内容不是这篇文章。",
  "Something else was signed in the meantime. Sign this one again.": "在此之后又签过别的内容。请重新签名。",
  "The same content was signed just now. Sign again.": "同样的内容刚刚签过。请重新签名。",
  "The signature does not belong to this message and its signer.": "签名与内容或签名者不符。请重新签名。",
  "The timestamp is malformed or outside the one-hour window.": "签名超过了一小时的有效期。请重新签名。",
  "This machine's clock jumped from {0} to {1}. Nothing is signed until two other hosts show the same time, or you confirm it ({2} clock --confirm). If the time is wrong, correct it.":
    "机器的时钟从 {0} 跳到了 {1}。在两台其他主机显示相同时间，或你在“状态”中确认之前，不能签名。如果时间不对，请校正时钟。",
  "The clock shows {0} now. Confirm that.": "时钟现在显示 {0}，请确认这个时间。",
  "This post is not signed, so it was not sent to anyone.": "它没有签名，所以没有通知任何人。",
  // Profile, follows and blocks.
  "A profile picture must be a JPEG, PNG, WebP or GIF of up to 2 MB.":
    "头像要用 JPEG、PNG、WebP 或 GIF 图片，最大 2 MB。",
  "This node has no owner yet. Run this first: {0} init": "这个节点还没有站长，请先完成安装。",
  "There is already a newer profile. Sign this one again.": "已有更新的资料。请重新签名。",
  "A profile must be signed in the baseline form.": "资料要以基本形式签名，其他形式另外签名。",
  "The signed values must be the same in each form.": "各种形式签名的内容必须相同。",
  "{0} does not point to this node, so it was not signed.": "{0} 没有指向这个节点，所以没有签名。",
  "It could not be checked from here.": "无法从这里检查。",
  "This node does not know {0}.": "这个节点没有 {0} 的任何记录。",
  "{0} uses the {1} form of the protocol, but this is signed in the {2} form. Sign it again.":
    "{0} 使用 {1} 形式的协议，而这里以 {2} 形式签名。请重新签名。",
  "{0} can't be removed: that site runs epress, where only the follower can end a follow. Nothing was changed.":
    "无法移除 {0}：对方网站使用 epress，只有关注者自己能取消关注。没有任何改动。",
  "This is not the address of a node.": "这不是网站的以太坊地址。",
  "This is your own address.": "这是你自己的地址。",
  "This message belongs to another node.": "这条消息与另一个节点有关。",
  "A note can have up to {0} characters.": "备注最多 {0} 个字符。",
  "The node refused: {0}.": "对方网站拒绝了：{0}。",
  "Your node refused: {0}.": "你的网站拒绝了：{0}。",
  "This follow was ended after it was signed.": "签名之后，这次关注已经取消。",
  "The follow was ended after this message was signed.": "签名之后，这次关注已经取消。",
  "There is no such connection.": "已经没有这个关注关系。",
  "There is a newer follow. Sign again.": "签名之后又有了新的关注。请重新签名。",
  "There is no delivery with the ID {0}.": "没有编号为 {0} 的投递。",
  // Comments.
  "The author of this comment has not confirmed it yet.": "作者还没有确认这条评论。",
  "This was written with a wallet. Block its address instead.": "这条评论是用钱包写的，请屏蔽它的地址。",
  "This was imported. Its author can't be blocked.": "这条评论是导入的，没有人用这个名字在这里评论。",
  "There is no such comment.": "这条评论已经不存在了。",
  "Comments are closed.": "这里不接受评论。",
  "The owner has blocked your comments.": "站长不接受你的评论。",
  "Up to {0} comments can be moderated at a time.": "一次最多处理 {0} 条评论。",
  // Sign-in, tokens and passkeys.
  "Only the signed-in owner can do that.": "只有站长登录后才能这样做。",
  "This is not an Ethereum address.": "这不是以太坊地址。",
  "Only this node's owner, {0}, signs in here.": "只有站长 {0} 能在这里登录。",
  "Domain and URI must belong to the same page.": "域名与网址必须属于同一个页面。",
  "This is not the address of this site. Sign in at {0}.": "这里不是网站自己的网址。请到 {0} 登录。",
  "This sign-in request was made for another address of the site. Start again.":
    "这段登录文字是为网站的另一个网址生成的。请重新登录。",
  "This sign-in request has expired. Start again.": "签名用时过长。请重新登录。",
  "Contract wallets can't sign in. Use the wallet or key file that this site was set up with.":
    "这是合约钱包的签名，不能用来登录。请使用站长的钱包或密钥文件。",
  "This sign-in request is unknown or was already used. Start again.": "登录请求未知或已使用过。请重新登录。",
  "The signature has the wrong format: it must be 65 bytes in hex, as personal_sign returns them.":
    "签名的格式不对。请使用站长的钱包或密钥文件。",
  "This was not signed by the owner's key. A contract wallet, or another account, can't sign in.":
    "这不是站长的密钥签的名。合约钱包和其他账户都不能登录。",
  "A program has no session. The owner can revoke its token.": "程序没有登录可以退出，站长可以撤销它的令牌。",
  "There is no token with that ID.": "这个令牌已经不存在了。",
  "There are {0} tokens. Revoke one that is no longer needed.": "已有 {0} 个令牌，请先撤销一个不再需要的。",
  "{0} needs a name of 1 to {1} visible characters on one line.":
    "名称要有 1 到 {1} 个可见的字符，写在一行里（{0}）。",
  "A token needs at least one of these scopes: {0}.": "令牌至少需要一项权限：{0}。",
  "A token can be valid for one minute to ten years, in whole seconds, or until it is revoked.":
    "令牌的有效期可以是一分钟到十年，或直到撤销。",
  "Passkeys need a host name; this page has an IP address.": "通行密钥需要域名，而本页的网址是 IP 地址。",
  "It took too long to use the passkey. Try again.": "操作超时，请重试。",
  "This passkey can't sign in here, or its request was already used.":
    "这个通行密钥不能在这里使用，或请求已经用过。",
  "This passkey was already added.": "已有这个通行密钥。",
  "There are {0} passkeys. Remove one that is no longer needed.":
    "已有 {0} 个通行密钥，请先移除一个不再需要的。",
  "There is no passkey with that ID.": "这个通行密钥已经不存在了。",
  // Settings, notifications, webhooks and ENS.
  "ensRpc must be an RPC of Ethereum (chain {0}); this one is of chain {1}.":
    "这里需要以太坊（链 {0}）的 RPC，而它属于链 {1}。",
  "A push endpoint must be an https URL.": "推送地址必须是 https 网址。",
  "The keys of the push subscription are invalid.": "推送订阅的密钥不正确。",
  "{0} devices get push messages. Remove one first.": "已有 {0} 台设备开启推送，请先移除一台。",
  "A webhook needs an https URL without a password.": "Webhook 需要 https 网址，其中不能有密码。",
  "There are {0} webhooks. Delete one first.": "已有 {0} 个 Webhook，请先删除一个。",
  "A webhook can have these events: {0}.": "Webhook 可以选择这些事件：{0}。",
  "There is no webhook {0}.": "这个 Webhook 已经不存在了。",
  "Another check is running. Try again when it is done.": "另一次检查正在进行。请等它完成后再试。",
  "The address {0}.": "网址不正确：{0}。",
  "The setup code is missing or wrong.": "缺少安装码，或安装码不对。",
  "No task with the ID {0} is set aside.": "没有编号为 {0} 的暂停任务。",
  // Email and the newsletter.
  "This is not an email address.": "这不是邮箱。",
  "This node has no mail server yet.": "节点还没有邮件服务器。",
  "This address is already subscribed.": "这个邮箱已经在列表里。",
  "A site can have up to {0} subscribers.": "最多 {0} 位订阅者。",
  "This address is not paused.": "这个邮箱没有暂停。",
  "A file of subscribers can have up to {0} MB.": "订阅者文件最大 {0} MB。",
  "The first line of the file has no column named email.": "文件的第一行没有名为 email 的列。",
  "Set up email first: confirmations are sent by email.": "请先设置邮件：确认邮件需要邮件服务器。",
  "Only posts can be sent by email.": "只有文章才能用邮件发送。",
  "This post was already sent by email.": "这篇文章已用邮件发送。",
  "Drafts can't be sent. Use the preview.": "草稿不会发出，请查看预览。",
  "Turn on the newsletter and set up email first.": "请先开启邮件订阅，并设置邮件服务器。",
  "There is no such sending.": "没有这次发送。",
  // Feeds and texts to read later.
  "The URL of a feed must begin with https://.": "订阅源的网址以 https:// 开头。",
  "The server at this address can't be read: {0}": "无法读取这个网址：{0}。",
  "The server returns {0} at this address.": "服务器对这个网址返回 {0}。",
  "There is no feed at this address, and the page doesn't link to one.":
    "这个网址没有订阅源，页面也没有注明。",
  "The document of the other site can't be read: it is broken, or it takes too much time or memory.":
    "无法读取对方网站的文档：文档已损坏，或需要过多的时间或内存。",
  "The document was not read now. Try again later.": "暂时没有读取。请稍后再试。",
  "There is no feed at this address.": "这个网址没有订阅源。",
  "It returns {0}.": "服务器返回 {0}。",
  "It was permanently removed (410).": "它已永久关闭（410）。",
  "its owner gave it up after the node died each time that it was tried": "节点每次尝试都会崩溃，站长已放弃",
  // Connections to other servers.
  "The connection took too long.": "连接用时过长。",
  "The reply took too long to begin.": "没有及时响应。",
  "The reply stopped in the middle.": "响应中断。",
  "The headers of the reply are too large.": "响应头太大。",
  "The reply is not as long as it says.": "响应长度与声明不符。",
  "It did not answer in time.": "没有及时响应。",
  "The answer did not come to its end in time.": "没有及时传完响应。",
  "The call took too long.": "请求用时过长。",
  "The reply comes too slowly.": "响应传输太慢。",
  "The reply is larger than allowed.": "响应太大。",
  "The connection failed.": "连接失败。",
  "The certificate or the TLS handshake was refused.": "证书或 TLS 握手没有通过。",
  "The host name has no address.": "域名没有对应的地址。",
  "The address is not one that this node connects to.": "节点不会连接这个地址。",
  "The reply is not valid HTTP.": "响应不是有效的 HTTP。",
  "The reply is compressed, and damaged or cut off.": "压缩的响应已损坏或不完整。",
  "There is no such feed.": "这个订阅源已经不存在了。",
  "There are {0} feeds, which is the limit.": "已有 {0} 个订阅源，不能再添加。",
  "The OPML file is too large.": "OPML 文件太大。",
  "This is not an OPML file.": "这不是 OPML 文件。",
  "It can't be saved: it no longer exists.": "原文已经不在，没有内容可以保存。",
  "{0} posts are saved to read later. Remove some first.": "稍后阅读里已有 {0} 篇，请先移除一些。",
  "This is not saved to read later.": "它已经不在稍后阅读里。",
  "Name a post or a feed entry.": "请指明文章或条目。",
  // Imports and exports.
  "Another file is being uploaded. Wait until it is done.": "另一个文件正在上传。请等它完成。",
  "The file is empty.": "文件是空的。",
  "This is not an https address.": "这不是 https 网址。",
  "Another import is running. Wait until it is done, or stop it.":
    "另一次导入正在进行。请等它完成，或先停止它。",
  "The upload was incomplete. Upload the file again.": "文件没有传完。请重新上传。",
  "Up to {0} bytes can be imported here. Use {1} import for larger files.":
    "这里导入的文件最大 {0} 字节。更大的文件请用 {1} import。",
  "The file has several authors. Choose which of them you are.": "文件里有多位作者。请选择哪一位是你。",
  "There is no import.": "没有正在进行的导入。",
  "This import has changed in the meantime. Reload the page.": "导入的状态已经改变。请重新查看。",
  "This is not the address of a site.": "这不是网站的网址。",
  "The list of files is not signed by the owner.": "这不是站长对文件清单的签名。",
  "This export no longer exists. Prepare it again.": "这份导出已经不在了。请重新准备。",
  "Another backup or export is being created or sent. Try again when it is done.":
    "另一份备份或导出正在准备或下载。请等它完成后再试。",
  // Programs and their proposals.
  "This draft was changed after you read it. Read it again.": "你读取之后，这份草稿被修改过。请重新读取。",
  "There is no such draft of this program.": "这个程序没有这份草稿。",
  "This draft no longer waits for the owner.": "这份草稿已不再等待审核。",
  "There is no proposal {0}.": "提交的草稿 {0} 已经不存在了。",
  "This proposal is no longer open.": "这份草稿已经处理过了。",
  "{0} can have up to {1} characters.": "最多 {1} 个字符（{0}）。",
  // The node, and what stands in its way.
  "This node is read-only (FREEHOLD_READ_ONLY). Nothing was saved.":
    "节点以只读方式启动（FREEHOLD_READ_ONLY），不接受任何改动。",
  "The disk of this node is full. Nothing was saved. Free some space, then try again.":
    "节点的磁盘已满，没有保存。请腾出空间后再试。",
  "This node has reached its limit of open files and connections. Try again later.":
    "节点打开的文件和连接已达上限。请稍后再试。",
  "Another program is using the database of this node. Nothing was saved. Try again later.":
    "另一个程序占用了节点的数据库，没有保存。请稍后再试。",
  "The database server of this node does not respond. Try again later.":
    "节点的数据库服务器没有响应。请稍后再试。",
  "The file storage of this node fails at present.": "文件的存储服务暂时出错。",
  "The node failed. See its log.": "节点出了错，日志里有记录。",
  "Too many requests. Try again later.": "请求过多。请稍后再试。",
  "Too many requests are waiting. Try again later.": "等待的请求过多。请稍后再试。",
  "A page can have 1 to {0} items.": "每页可有 1 到 {0} 项。",
  "This is not a place in this list.": "列表里没有这个位置。",
};
