import type { SentenceTable } from "./translate-sentence.ts";

/** The sentences with which the node refuses something to the dashboard, in Chinese, by the English sentence. */
export const refusalsZh: SentenceTable = {
  // The address of the site.
  "The address of a site is https:// and a name of its own, without a path, user, query or fragment.":
    "网站的地址是 https:// 加上单独的域名，不带路径、用户名、查询参数和片段。",
  "Sign the address as {0}.": "请按 {0} 的写法签署这个地址。",
  // Other nodes.
  "The clock of {0} is {1} minutes ahead of the clock of this machine, so it refuses what is signed here. Set the clock that is wrong, and follow again.":
    "{0} 的时钟比这台机器快 {1} 分钟，所以它不接受这里的签名。请校准不准的那个时钟，再关注一次。",
  "The clock of {0} is {1} minutes behind the clock of this machine, so it refuses what is signed here. Set the clock that is wrong, and follow again.":
    "{0} 的时钟比这台机器慢 {1} 分钟，所以它不接受这里的签名。请校准不准的那个时钟，再关注一次。",
  // Posts by mail.
  "Without a public address of this site nobody can confirm.": "网站没有公开网址，没有人能确认订阅。",
  "Posts by mail need a public https address of this site: at this address nobody could confirm or unsubscribe.":
    "邮件订阅需要网站有公开的 https 网址：在现在的网址上，没有人能确认或退订。",
  "Posts by mail need a public address of this site.": "邮件订阅需要网站有公开网址。",
  "There is nobody to whom this post is known to be missing.": "没有发现尚未收到这篇文章的读者。",
  // Posts and files.
  "This post was changed elsewhere since you opened it. Load it again.":
    "你打开之后，这篇文章在别处被修改过。请重新打开。",
  "This post is signed, and what is signed never changes.": "这篇文章已签名，已签名的无法更改。",
  "This publication is signed already.": "这篇文章已经签名。",
  "This post is published already.": "这篇文章已经发布。",
  "This post has changes that are not published. Publish or discard them first.":
    "这篇文章有尚未发布的修改，请先发布或放弃。",
  "This is not on your site any more.": "它已经不在你的网站上。",
  "Another text was published since these changes were begun. Compare the two.":
    "开始修改之后，又发布过另一份内容。请比较两者。",
  "The bytes of these changes are missing here.": "节点上缺少这些修改的内容。",
  "The publication {0} has no changes.": "文章 {0} 没有修改。",
  "This is not signed: change it instead.": "它没有签名，直接修改即可。",
  "There is no publication {0} here.": "文章 {0} 已经不存在了。",
  "There is no such publication.": "这篇文章已经不存在了。",
  "There is no earlier text {0}.": "没有以前的内容 {0}。",
  "The post was deleted.": "这篇文章已被删除。",
  "Only a post can be duplicated.": "只有文章可以复制。",
  "This is no tag.": "这不是标签。",
  "The tag has this name already.": "标签已经是这个名称。",
  "None of your posts has this tag.": "你的文章都没有这个标签。",
  "A tag has up to 64 letters, digits and underscores, one letter at least, and no underscore at its ends.":
    "标签最多 64 个字母、数字或下划线，至少有一个字母，首尾不能是下划线。",
  "Up to {0} publications are deleted at once.": "一次最多删除 {0} 篇。",
  "Up to {0} publications are taken at once.": "一次最多处理 {0} 篇。",
  "Up to {0} things are restored at once.": "一次最多恢复 {0} 项。",
  "It is not in the trash.": "它不在回收站里。",
  "Another publication has its place.": "它的位置已被另一篇文章占用。",
  "This publication is here again: it was imported since.": "这篇文章已重新导入，又在这里了。",
  "The post of this comment is deleted. Restore the post first.":
    "这条评论所属的文章已被删除，请先恢复文章。",
  "The bytes of this publication are missing here.": "节点上缺少它的内容。",
  "A draft is saved with the revision that it was loaded with.": "保存草稿时要注明它读取时的版本。",
  "Choose a time in the future.": "请选择将来的时间。",
  "The bytes of a file don't change: publish another file.": "文件的内容不能更改，请发布另一个文件。",
  "Only a file has a caption.": "只有文件才有说明。",
  "A caption and a file name are text without NUL.": "说明和文件名里有无法保存的字符。",
  "A caption has up to {0} characters.": "说明最多 {0} 个字符。",
  "A file name has up to {0} characters.": "文件名最多 {0} 个字符。",
  "Only a post has an excerpt and a cover, or is a page.": "只有文章才有摘要和封面，才能设为页面。",
  "An excerpt is text without NUL.": "摘要里有无法保存的字符。",
  "An excerpt has up to {0} characters.": "摘要最多 {0} 个字符。",
  "A cover is a picture: JPEG, PNG, WebP, GIF or AVIF.": "封面要用图片：JPEG、PNG、WebP、GIF 或 AVIF。",
  "No more than {0} addresses at once.": "一次最多 {0} 个网址。",
  "A slug is letters, digits, - and _, up to {0} of them.":
    "网址由文字、数字、- 和 _ 组成，最多 {0} 个字符。",
  "A slug needs at least one letter or digit.": "网址里至少要有一个文字或数字。",
  "Drafts are for the owner alone.": "草稿仅站长可见。",
  "Only a picture has location and camera data to remove.": "只有图片才有位置和相机信息可以移除。",
  "Something was changed meanwhile. Try again.": "在此期间有改动，请重试。",
  "Only a post has versions.": "只有文章才有版本。",
  "A template needs a name of at most {0} characters, and text.": "模板需要名称（最多 {0} 个字符）和内容。",
  "A template has at most {0} bytes.": "模板最多 {0} 字节。",
  "There are {0} templates already: delete one first.": "已有 {0} 个模板，请先删除一个。",
  "This is larger than the limit of {0} bytes.": "超过了 {0} 字节的上限。",
  "A Markdown post is UTF-8 text, and this is not.": "Markdown 文章要用 UTF-8 编码，这个不是。",
  "There is nothing in it.": "里面没有内容。",
  // Signatures.
  "From 1 to {0} different publications are signed at once.": "一次可以签名 1 到 {0} 篇不同的文章。",
  "Up to {0} publications are signed at once.": "一次最多签名 {0} 篇文章。",
  "Your last publication is signed for {0}, when this machine's clock was ahead; no other node takes it before. Delete the posts that are signed for a future time, or make drafts of them again ({1} clock --withdraw): then signing works at once. Else it works again in {2} minutes.":
    "你上次签名的时间是 {0}，当时这台机器的时钟超前；在那之前，其他节点都不接受。请删除签名时间在将来的文章，或在“状态”中改回草稿，就能立即签名；否则 {2} 分钟后才能签名。",
  "This text was changed since it was shown. Read it again first.":
    "这篇文章显示之后被修改过，请先重新阅读。",
  "The node can't use the owner's key.": "节点无法使用站长的密钥。",
  "A publication is signed as {0}.": "文章要以 {0} 签名。",
  "The signature is over other content than this publication's.": "签名的内容不是这篇文章。",
  "Something was signed in a later second. Sign this one again.": "在此之后又签过别的内容。请重新签名。",
  "The same content was signed in this second before. Sign again.": "同样的内容刚刚签过。请重新签名。",
  "The signature does not belong to this message and its signer.": "签名与内容或签名者不符。请重新签名。",
  "The timestamp is malformed or outside the one-hour window.": "签名超过了一小时的有效期。请重新签名。",
  "This machine's clock jumped from {0} to {1}. Nothing is signed until two other hosts show the same time, or you confirm it ({2} clock --confirm). If it is wrong, set it right.":
    "机器的时钟从 {0} 跳到了 {1}。在两台其他主机显示相同时间，或你在“状态”中确认之前，不能签名。如果时间不对，请校正时钟。",
  "The clock shows {0} now. Confirm that.": "时钟现在显示 {0}，请确认这个时间。",
  "This publication is not signed, so nobody was notified of it.": "它没有签名，所以没有通知任何人。",
  // Profile, follows and blocks.
  "An avatar is a JPEG, PNG, WebP or GIF picture of up to 2 MiB.":
    "头像要用 JPEG、PNG、WebP 或 GIF 图片，最大 2 MiB。",
  "This node has no owner yet: run `freehold init` first.": "这个节点还没有站长，请先完成安装。",
  "There is a newer profile already. Sign this one again.": "已有更新的资料。请重新签名。",
  "A profile is signed in the baseline form, and in others beside it.":
    "资料要以基本形式签名，其他形式另外签名。",
  "What is signed in one form must be the same in the other.": "各种形式签名的内容必须相同。",
  "{0} does not lead to this node, so it was not signed. {1}": "{0} 没有指向这个节点，所以没有签名。{1}",
  "It could not be tried from here.": "无法从这里检查。",
  "This node knows nothing of {0}.": "这个节点没有 {0} 的任何记录。",
  "{0} speaks the {1} form of the protocol, and this is signed in the {2} form. Sign it again.":
    "{0} 使用 {1} 形式的协议，而这里以 {2} 形式签名。请重新签名。",
  "{0} can't be removed: its node speaks the reference form of the protocol, in which a follow ends by the follower's signature alone. It follows you until it unfollows. Nothing was changed.":
    "无法移除 {0}：对方的节点使用参考形式的协议，只有关注者自己签名才能取消关注。没有任何改动。",
  "This is no address of a node.": "这不是网站的以太坊地址。",
  "This is your own address.": "这是你自己的地址。",
  "This message is about another node.": "这条消息与另一个节点有关。",
  "A note has up to {0} characters.": "备注最多 {0} 个字符。",
  "The node refused: {0}.": "对方的节点拒绝了：{0}。",
  "Your node refused: {0}.": "你的节点拒绝了：{0}。",
  "This follow was ended since it was signed.": "签名之后，这次关注已经取消。",
  "The follow was ended after this message was signed.": "签名之后，这次关注已经取消。",
  "There is no such connection.": "已经没有这个关注关系。",
  "The follow was made after this was signed. Sign again.": "签名之后又有了新的关注。请重新签名。",
  "Nothing with the id {0} waits, was refused or was given up.": "没有编号为 {0} 的投递。",
  // Comments.
  "The author of this comment has not confirmed it yet.": "作者还没有确认这条评论。",
  "This was written with a wallet: block its address.": "这条评论是用钱包写的，请屏蔽它的地址。",
  "This was imported, and nobody comments here by that name.":
    "这条评论是导入的，没有人用这个名字在这里评论。",
  "There is no such comment.": "这条评论已经不存在了。",
  "No comments are taken here.": "这里不接受评论。",
  "No comments of yours are taken here.": "站长不接受你的评论。",
  "Up to {0} comments are moderated at once.": "一次最多处理 {0} 条评论。",
  // Sign-in, tokens and passkeys.
  "Only the owner's own session may do that.": "只有站长登录后才能这样做。",
  "This is not an Ethereum address.": "这不是以太坊地址。",
  "Only this node's owner, {0}, signs in here.": "只有站长 {0} 能在这里登录。",
  "Domain and URI must be those of one page.": "域名与网址必须属于同一个页面。",
  "This is not the node's own address. Sign in at {0}.": "这里不是网站自己的网址。请到 {0} 登录。",
  "This message was made for another address of the site.":
    "这段登录文字是为网站的另一个网址生成的。请重新登录。",
  "It took too long to sign this message. Ask for a new one.": "签名用时过长。请重新登录。",
  "This is the signature of a contract wallet. The owner of a node is a plain key, and signs with it.":
    "这是合约钱包的签名，不能用来登录。请使用站长的钱包或密钥文件。",
  "This node did not give out this message, or it was used already. Ask for a new one.":
    "这段登录文字不是本站给出的，或已经用过。请重新登录。",
  "This is not a signature of a plain key: 65 bytes in hex, as personal_sign gives them.":
    "签名的格式不对。请使用站长的钱包或密钥文件。",
  "This was not signed by the owner's key. A contract wallet, or another account, can't sign in.":
    "这不是站长的密钥签的名。合约钱包和其他账户都不能登录。",
  "A program has no session to end. The owner can revoke its token.":
    "程序没有登录可以退出，站长可以撤销它的令牌。",
  "There is no token with that id.": "这个令牌已经不存在了。",
  "There are {0} tokens already: revoke one that is not needed any more.":
    "已有 {0} 个令牌，请先撤销一个不再需要的。",
  "{0} needs a label of 1 to {1} characters on one line, all of them visible.":
    "名称要有 1 到 {1} 个可见的字符，写在一行里（{0}）。",
  "A token needs one or more scopes out of {0}.": "令牌至少需要一项权限：{0}。",
  "A token is good for one minute to ten years, in whole seconds, or until it is revoked.":
    "令牌的有效期可以是一分钟到十年，或直到撤销。",
  "Passkeys need a host name; this page has an IP address.": "通行密钥需要域名，而本页的网址是 IP 地址。",
  "It took too long to use the passkey. Try again.": "操作超时，请重试。",
  "This passkey is not good here, or its request was used already.":
    "这个通行密钥不能在这里使用，或请求已经用过。",
  "This passkey is here already.": "已有这个通行密钥。",
  "There are {0} passkeys already: remove one that is not needed any more.":
    "已有 {0} 个通行密钥，请先移除一个不再需要的。",
  "There is no passkey with that id.": "这个通行密钥已经不存在了。",
  // Settings, notifications, webhooks and ENS.
  "ensRpc must be an RPC of Ethereum (chain {0}); this one is of chain {1}.":
    "这里需要以太坊（链 {0}）的 RPC，而它属于链 {1}。",
  "A push endpoint is an https URL.": "推送地址必须是 https 网址。",
  "The keys of the push subscription are not in order.": "推送订阅的密钥不正确。",
  "{0} devices have push already: remove one first.": "已有 {0} 台设备开启推送，请先移除一台。",
  "A webhook needs an https URL without a password.": "Webhook 需要 https 网址，其中不能有密码。",
  "There are {0} webhooks already: delete one first.": "已有 {0} 个 Webhook，请先删除一个。",
  "A webhook may have these events: {0}.": "Webhook 可以选择这些事件：{0}。",
  "There is no webhook {0}.": "这个 Webhook 已经不存在了。",
  "Another diagnosis is running. Try again when it is done.": "另一次检查正在进行。请等它完成后再试。",
  "The address {0}.": "地址不正确：{0}。",
  "The setup code is missing or wrong.": "缺少安装码，或安装码不对。",
  "Nothing with the id {0} is set aside.": "没有编号为 {0} 的搁置任务。",
  // Email and the newsletter.
  "This is not a mail address.": "这不是邮箱。",
  "This node has no mail server yet.": "节点还没有邮件服务器。",
  "This address is on the list already.": "这个邮箱已经在列表里。",
  "A node has up to {0} readers by mail.": "最多 {0} 位邮件读者。",
  "This address is not paused.": "这个邮箱没有暂停。",
  "A file of readers has up to {0} MiB.": "读者名单的文件最大 {0} MiB。",
  "The first line of the file names no column email.": "文件的第一行没有名为 email 的列。",
  "Without a mail server nobody can be asked.": "没有邮件服务器，无法请对方确认。",
  "Only a post goes out by mail.": "只有文章才能用邮件发出。",
  "This post went out by mail already.": "这篇文章已经用邮件发出。",
  "A draft stays here: look at the preview.": "草稿不会发出，请查看预览。",
  "Switch the newsletter on and set a mail server first.": "请先开启邮件订阅，并设置邮件服务器。",
  "There is no such sending.": "没有这次发送。",
  // Feeds and texts to read later.
  "The address of a feed begins with https://.": "订阅源的网址以 https:// 开头。",
  "The server at this address can't be read: {0}": "无法读取这个网址：{0}。",
  "The server answers {0} at this address.": "服务器对这个网址应答 {0}。",
  "There is no feed at this address, and the page names none.": "这个网址没有订阅源，页面也没有注明。",
  "The document of the other site can't be read: it is broken, or it takes too much time or memory.":
    "无法读取对方网站的文档：文档已损坏，或需要过多的时间或内存。",
  "The document was not read now. Try again in a moment.": "暂时没有读取。请稍后再试。",
  "There is no feed at this address.": "这个网址没有订阅源。",
  "It answers {0}.": "服务器应答 {0}。",
  "It is gone for good (410).": "它已永久关闭（410）。",
  "its owner gave it up after the node died each time that it was tried": "节点每次尝试都会崩溃，站长已放弃",
  // Connections to other servers.
  "The connection took too long.": "连接用时过长。",
  "The reply took too long to begin.": "迟迟没有应答。",
  "The reply stopped in the middle.": "应答中途停止。",
  "The headers of the reply are too large.": "应答的头部太大。",
  "The reply is not as long as it says.": "应答的长度与声明不符。",
  "It did not answer in time.": "没有及时应答。",
  "The answer did not come to its end in time.": "没有及时传完应答。",
  "The call took too long.": "请求用时过长。",
  "The reply comes too slowly.": "应答传来得太慢。",
  "The reply is larger than allowed.": "应答太大。",
  "The connection failed.": "连接失败。",
  "The certificate or the TLS handshake was refused.": "证书或 TLS 握手没有通过。",
  "The host name has no address.": "域名没有对应的地址。",
  "The address is not one that this node connects to.": "节点不会连接这个地址。",
  "The reply is not valid HTTP.": "应答不是有效的 HTTP。",
  "The reply is compressed, and damaged or cut off.": "压缩的应答已损坏或不完整。",
  "There is no such feed.": "这个订阅源已经不存在了。",
  "There are {0} feeds, and no more may be added.": "已有 {0} 个订阅源，不能再添加。",
  "The OPML file is too large.": "OPML 文件太大。",
  "This is no OPML file.": "这不是 OPML 文件。",
  "There is nothing to keep: it is gone.": "原文已经不在，没有内容可以保存。",
  "{0} texts are kept to be read later. Remove some first.": "稍后阅读里已有 {0} 篇，请先移除一些。",
  "This text is not among those to be read later.": "它已经不在稍后阅读里。",
  "Give a publication or an entry.": "请指明文章或条目。",
  // Imports and exports.
  "Another file is being sent. Wait for its end.": "另一个文件正在上传。请等它完成。",
  "The file is empty.": "文件是空的。",
  "This is not an https address.": "这不是 https 网址。",
  "Another import is running. Wait for its end, or stop it.": "另一次导入正在进行。请等它完成，或先停止它。",
  "The file ended too early. Send it again.": "文件没有传完。请重新上传。",
  "A file to import has up to {0} bytes here. {1} import takes a larger one.":
    "这里导入的文件最大 {0} 字节。更大的文件请用 {1} import。",
  "The file has several authors. Choose which of them you are.": "文件里有多位作者。请选择哪一位是你。",
  "There is no import.": "没有正在进行的导入。",
  "This import is in another state by now. Look at it again.": "导入的状态已经改变。请重新查看。",
  "This is not the address of a site.": "这不是网站的网址。",
  "The signature is not the owner's over the list of files.": "这不是站长对文件清单的签名。",
  "This export is not there any more. Have it prepared again.": "这份导出已经不在了。请重新准备。",
  "Another backup or export is being created or sent. Try again when it is done.":
    "另一份备份或导出正在准备或下载。请等它完成后再试。",
  // Programs and their proposals.
  "This draft was changed since you read it. Read it again.": "你读取之后，这份草稿被修改过。请重新读取。",
  "There is no such draft of this program.": "这个程序没有这份草稿。",
  "This draft does not wait for the owner any more.": "这份草稿不再等待站长。",
  "There is no proposal {0}.": "提交的草稿 {0} 已经不存在了。",
  "This proposal is not open any more.": "这份草稿已经处理过了。",
  "{0} has up to {1} characters.": "最多 {1} 个字符（{0}）。",
  // The node, and what stands in its way.
  "This node was started read-only (FREEHOLD_READ_ONLY): it accepts nothing new.":
    "节点以只读方式启动（FREEHOLD_READ_ONLY），不接受任何改动。",
  "The disk of this node is full. Nothing was stored; try again when there is room.":
    "节点的磁盘已满，没有保存。请腾出空间后再试。",
  "This node has as many files and connections open as it may. Try again in a moment.":
    "节点打开的文件和连接已达上限。请稍后再试。",
  "Another program holds the database of this node. Nothing was stored; try again in a moment.":
    "另一个程序占用了节点的数据库，没有保存。请稍后再试。",
  "The database server of this node does not answer. Try again in a moment.":
    "节点的数据库服务器没有应答。请稍后再试。",
  "The storage of the files fails now.": "文件的存储服务暂时出错。",
  "Something went wrong here. It is in the node's log.": "节点出了错，日志里有记录。",
  "Too many requests. Try again later.": "请求过多。请稍后再试。",
  "Too much of this is waiting already. Try again in a moment.": "等待的请求过多。请稍后再试。",
  "A page has from 1 to {0} items.": "每页可有 1 到 {0} 项。",
  "This is no place in this list.": "列表里没有这个位置。",
};
