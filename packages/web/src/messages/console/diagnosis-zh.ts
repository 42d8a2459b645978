/** The findings and advice of a diagnosis in Chinese, by the English sentence. Names of settings and commands stay. */
export const diagnosisZh: Readonly<Record<string, string>> = {
  "{0} is not a setting of Freehold and is ignored.": "{0} 不是 Freehold 的设置，已忽略。",
  "FREEHOLD_URL is plain http on this machine: you can try things out, but no other site can follow it.":
    "FREEHOLD_URL 是本机的 http 网址：可以试用，但其他网站无法关注。",
  "FREEHOLD_ALLOW_PRIVATE_PEERS is on: other sites can make this node call addresses inside your network.":
    "FREEHOLD_ALLOW_PRIVATE_PEERS 已开启：其他网站可以让这个节点访问你内网中的地址。",
  "All users of this machine can see the password in --database-url. Use DATABASE_URL instead.":
    "这台机器的所有用户都能看到 --database-url 中的密码。请改用 DATABASE_URL。",
  "S3_URL is plain http: others on the network can read and change every file.":
    "S3_URL 是 http 网址：网络中的其他人可以读取和更改所有文件。",
  "All users of this machine can see the secret in --s3-url. Use S3_URL instead.":
    "这台机器的所有用户都能看到 --s3-url 中的密钥。请改用 S3_URL。",
  "There is no database in {0}: no node was ever started there.": "{0} 中没有数据库：那里从未启动过节点。",
  "Start the node (`{0} start`), or name its data folder by FREEHOLD_DATA.":
    "请启动节点（`{0} start`），或用 FREEHOLD_DATA 指明数据文件夹。",
  "The database does not open: {0}.": "无法打开数据库：{0}。",
  "Run `{0} start`, and read what it says about the database.":
    "请运行 `{0} start`，查看其中关于数据库的说明。",
  "{0} does not respond at port {1} (checked from this machine: {2}).":
    "{0} 的 {1} 端口没有响应（从本机检查：{2}）。",
  "{0} does not support TLS at port {1} (checked from this machine: {2}).":
    "{0} 的 {1} 端口不支持 TLS（从本机检查：{2}）。",
  "Files that nothing refers to, for more than three hours: {0}, with {1} MB.":
    "有 {0} 个文件（{1} MB）三小时以上没有被任何内容使用。",
  "No file is left that nothing refers to.": "没有多余的文件。",
  "There are too many files to look at all of them.": "文件太多，无法逐一检查。",
  "Damaged or missing files in a sample: {0} of {1}.": "抽查的 {1} 个文件中，{0} 个校验失败。",
  "Checked: the newest {0} of your files. No picture contains its location.":
    "检查了最新的 {0} 个文件，其中没有图片带有拍摄位置。",
  "Pictures that contain their location: {0} of the newest {1} files; {2} signed. {3}.":
    "最新的 {1} 个文件里有 {0} 张图片带有拍摄位置，其中 {2} 张已签名：{3}。",
  "Remove their location under Media. Signed pictures can't be changed: delete them there; copies on other sites stay.":
    "请在“媒体”中移除位置。已签名的无法更改，可以在那里删除；其他网站上的副本仍会保留。",
  "{0} belongs to another user than {1}: a node that runs as one of them can't change the other's files.":
    "{0} 与 {1} 属于不同的用户：以其中一个用户运行的节点无法更改另一个用户的文件。",
  "Run `chown -R {0} {1}` as root, where {2} is the user that runs the node.":
    "以 root 身份运行 `chown -R {0} {1}`，其中 {2} 是运行节点的用户。",
  "{0} of {1} and {2} of {3} files are free at {4}.":
    "{4} 所在的磁盘：{1} 中空闲 {0}，{3} 个文件中还可建 {2} 个。",
  "{0} of {1} and any number of files are free at {2}.": "{2} 所在的磁盘：{1} 中空闲 {0}，文件数没有限制。",
  "Open port {0} in the firewall, forward it to this machine in the router, and check that the proxy runs.":
    "在防火墙上打开 {0} 端口，让路由器转发到这台机器，并确认代理在运行。",
  "Check why it was not renewed automatically: usually this happens when a third of its time is left.":
    "查清它为什么没有自动续期：证书通常在有效期还剩三分之一时续期。",
  "{0} takes connections at port {1} but does not respond (checked from this machine).":
    "{0} 的 {1} 端口接受连接，但没有响应（从本机检查）。",
  "Check which program listens on that port and restart it: it hangs, or does not support TLS.":
    "查看是哪个程序在监听那个端口，然后重新启动它：它卡住了，或者不支持 TLS。",
  "The certificate expires on {0}, in {1} hours.": "证书将于 {0} 到期，还有 {1} 小时。",
  "The certificate expires on {0}, in 1 hour.": "证书将于 {0} 到期，还有 1 小时。",
  "The certificate expires on {0}, within an hour.": "证书将于 {0} 到期，不到一小时。",
  "Start the node: see machine.server.": "请启动节点：见 machine.server。",
  "A program takes connections at {0} and does not respond.": "有程序在 {0} 接受连接，但没有响应。",
  "If it is the node, restart it and check its log. If not, stop that program.":
    "如果是节点本身，请重新启动并查看日志；如果不是，请停止那个程序。",
  "Fix its certificate, then start it: see machine.certificate.":
    "先把它的证书改正，再启动：见 machine.certificate。",
  "FREEHOLD_TLS_CERT is not set, so the node itself does not serve HTTPS.":
    "没有设置 FREEHOLD_TLS_CERT，因此节点自己不提供 HTTPS。",
  "The server at {0}:{1} shows another certificate than that of {2}.":
    "{0}:{1} 的服务器出示的证书与 {2} 中的不同。",
  "Wait a minute: the node checks its files every 30 seconds. If this stays, check the log of the node.":
    "请等一分钟：节点每 30 秒检查一次这些文件。如果仍然如此，请查看节点的日志。",
  "The certificate and its key match and are valid until {0}.": "证书与密钥相配，有效期到 {0}。",
  "The certificate and its key match and are valid until {0}, and the node serves them.":
    "证书与密钥相配，有效期到 {0}，节点正在使用它们。",
  "The disk is full, so this could not be checked.": "磁盘已满，因此无法检查这一项。",
  "Free some space on the disk of the data folder: see machine.disk.":
    "请在数据文件夹所在的磁盘上腾出空间：见 machine.disk。",
  "The database was locked by another program, or too many files are open, so this could not be checked.":
    "数据库被其他程序占用，或打开的文件太多，因此无法检查这一项。",
  "FREEHOLD_TLS_CERT: there is no certificate in {0}.": "FREEHOLD_TLS_CERT：{0} 里没有证书。",
  "Set it to a PEM file with the whole chain (certbot: fullchain.pem).":
    "让它指向包含完整证书链的 PEM 文件（certbot：fullchain.pem）。",
  "FREEHOLD_TLS_KEY: there is no private key in {0}, or one with a password.":
    "FREEHOLD_TLS_KEY：{0} 里没有私钥，或者私钥带有密码。",
  "Set it to a PEM file with the key, without a password (certbot: privkey.pem).":
    "让它指向不带密码的私钥 PEM 文件（certbot：privkey.pem）。",
  "FREEHOLD_TLS_KEY: the key in {0} belongs to another certificate than the one in {1}.":
    "FREEHOLD_TLS_KEY：{0} 里的私钥不属于 {1} 里的证书。",
  "Set both to files of the same certificate (certbot: privkey.pem and fullchain.pem of one folder).":
    "让两项设置指向同一张证书的文件（certbot：同一文件夹里的 privkey.pem 和 fullchain.pem）。",
  "The certificate can't be read: {0}": "无法读取证书：{0}",
  "Correct FREEHOLD_TLS_CERT and FREEHOLD_TLS_KEY.": "请改正 FREEHOLD_TLS_CERT 和 FREEHOLD_TLS_KEY。",
  "All connected sites respond and accept deliveries.": "已连接的网站都正常，没有反复拒收的。",
  "No sites are connected yet.": "还没有连接任何网站。",
  "Connected sites that refuse deliveries: {0}; {1} failed {2} times: {3}":
    "有 {0} 个已连接的网站拒收内容；{1} 失败了 {2} 次：{3}",
  "Tell its owner. If all sites refuse, see outside.reach; `{0} outbox` lists every delivery.":
    "请告知其站长。如果所有网站都这样，请看 outside.reach；`{0} outbox` 列出所有发送。",
  "FREEHOLD_URL is {0}, but the signed address is {1}, which only this machine can open.":
    "FREEHOLD_URL 是 {0}，但已签名的网址是 {1}，只有这台机器能用。",
  "Sign the new address: run `{0} moved {1}`, or use Settings, Address in the dashboard.":
    "请签署新网址：运行 `{0} moved {1}`，或在控制台的“设置 → 网址”里操作。",
  "The clock here is right, and that of {0} is {1} s ahead: its posts are refused until then.":
    "这里的时钟是准的，{0} 的时钟快 {1} 秒：它的文章在到时之前会被拒收。",
  "The clock here is right, and that of {0} is {1} s behind: its posts are refused, and it refuses yours.":
    "这里的时钟是准的，{0} 的时钟慢 {1} 秒：它的文章会被拒收，它也会拒收这里的文章。",
  "Tell its owner to set its clock with NTP. You don't need to do anything.":
    "请告诉它的站长用 NTP 校准时钟。这里不需要做什么。",
  "The daily backup failed at {0}: {1}": "每日备份在 {0} 失败：{1}",
  "Free some space, or fix the named problem. The node tries again every hour.":
    "请腾出空间，或改正上面所说的问题；节点每小时再试一次。",
  "The last backup was made at {0}.": "最近一次备份于 {0} 完成。",
  "There is no backup, and automatic backups are off.": "还没有备份，也没有设置自动备份。",
  "The last backup was made at {0}, and automatic backups are off.":
    "最近一次备份于 {0} 完成，没有设置自动备份。",
  "Set FREEHOLD_DAILY_BACKUPS=7, and copy the backups to another machine.":
    "请设置 FREEHOLD_DAILY_BACKUPS=7，并把备份复制到另一台机器。",
  "There is no daily backup yet.": "还没有每日备份。",
  "The last backup was made at {0}, although daily backups are on.":
    "虽然设置了每日备份，最近一次备份却是 {0} 的。",
  "Check that the node runs, with FREEHOLD_ROLE all or worker, and check its log.":
    "请确认节点在运行，FREEHOLD_ROLE 是 all 或 worker，并查看它的日志。",
  "There is no webhook.": "没有 Webhook。",
  "The webhook of {0} was turned off, because it failed {1} times in a row.":
    "{0} 的 Webhook 连续失败 {1} 次，已关闭。",
  "Fix its receiver, then turn it on again or delete it: in the dashboard, Settings, Webhooks.":
    "请改正接收方，然后在控制台的“设置 → Webhook”中重新开启或删除。",
  "Webhooks that fail: {0} of {1}. The one of {2} failed {3} times in a row.":
    "{1} 个 Webhook 中有 {0} 个失败，{2} 的连续失败了 {3} 次。",
  "Check its last calls, and fix its receiver: in the dashboard, Settings, Webhooks.":
    "请在控制台的“设置 → Webhook”中查看最近的尝试，并改正接收方。",
  "All webhooks are turned off.": "所有 Webhook 都已关闭。",
  "Webhooks that are turned on: {0}. None of them fails.": "已开启的 Webhook：{0} 个，没有失败的。",
  "The node is new, and there is no backup yet.": "节点刚刚建立，还没有备份。",
  "{0} is accessible only to the node.": "{0} 只有这个节点能打开。",
  "{0} devices are subscribed.": "已有 {0} 台设备订阅推送。",
  "{0} responds, but the node's tables can't be read.": "{0} 有响应，但无法读取节点的数据表。",
  "{0} responds.": "{0} 响应正常。",
  "Push messages waiting: {0}. Not accepted by {1}.": "有 {0} 条推送在等待，{1} 没有接收。",
  "{0} has {1} bytes, not {2}.": "{0} 有 {1} 个字节，而不是 {2} 个。",
  "{0} is damaged.": "{0} 校验失败。",
  "{0} is missing.": "缺少 {0}。",
  "{0} has no address: see outside.dns.": "{0} 没有地址：见 outside.dns。",
  "{0} has no public address: see outside.dns.": "{0} 没有公网地址：见 outside.dns。",
  "{0} points to {1}, which are not addresses of this machine (there is a router or proxy in front).":
    "{0} 指向 {1}，都不是这台机器自己的地址（前面有路由器或代理）。",
  "{0} points to {1}.": "{0} 指向 {1}。",
  "{0} pass.": "{0} 可以通过。",
  "The files of a sample ({0}) are there, with their hashes.": "抽查的 {0} 个文件都在，哈希相符。",
  "{0} pass with their bodies.": "{0} 都能连同正文一起通过。",
  "{0} is lost in transit ({1}).": "{0} 在传输中丢失（{1}）。",
  "{0} is for this machine only: no other node can reach it.": "{0} 只在这台机器上有效：其他网站无法连接它。",
  "{0} is for this machine only: nobody else can reach it.": "{0} 只在这台机器上有效：别人无法连接它。",
  "{0} reaches this node through DNS and proxy (checked from this machine).":
    "{0} 指向此节点（从本机经 DNS 和代理检查）。",
  "{0} was not reached from here ({1}): {2}": "从本机无法连接 {0}（{1}）：{2}",
  "1 device is subscribed.": "已有 1 台设备订阅推送。",
  "A newer version of Freehold has used this database: {0}.": "更新版本的 Freehold 用过这个数据库：{0}。",
  "All visitors share the proxy's IP address ({0}) and one rate limit.":
    "所有访问者都显示为代理的 IP 地址（{0}），共用一个频率限制。",
  "Add {0} to FREEHOLD_TRUST_PROXY.": "把 {0} 加进 FREEHOLD_TRUST_PROXY。",
  "Add an A record (and AAAA, for IPv6) with this machine's public address at your DNS provider.":
    "在 DNS 服务商那里添加一条 A 记录（IPv6 用 AAAA），填这台机器的公网地址。",
  "Allow TLS 1.2 and 1.3 in the proxy.": "请在代理上允许 TLS 1.2 和 1.3。",
  "Allow bodies of {0} in the proxy (nginx: client_max_body_size {1}m).":
    "让代理允许 {0} 的正文（nginx：client_max_body_size {1}m）。",
  "Another site reached {0}; its request came from {1}.": "另一个网站成功访问了 {0}，请求来自 {1}。",
  "Another site reaches {0}; this machine can't ({1}).": "其他网站可以连接 {0}，但本机无法连接（{1}）。",
  "Another site tried to reach {0}, but the request did not arrive.":
    "另一个网站尝试访问 {0}，但请求没有到达。",
  "Anyone can fake their IP address: X-Forwarded-For is trusted from every client.":
    "任何人都能伪造 IP 地址：来自所有访问者的 X-Forwarded-For 都被信任。",
  "{0} points to {1}, which is not a public address: other sites refuse to call it (checked from this machine).":
    "{0} 指向 {1}，不是公网地址：其他网站会拒绝访问（从本机检查）。",
  "The server at {0} is not this node (status {1}).": "{0} 上的服务器不是此节点（状态 {1}）。",
  "Change or remove that setting, then restart the node.": "改正或去掉那项设置，再重新启动节点。",
  "Connected sites that can't be reached: {0}, none for a day; they are tried again.":
    "无法连接的网站：{0} 个，都不到一天，会自动重试。",
  "Connected sites that can't be reached: {0}. For more than a day: {1} and {2} more.":
    "无法连接的网站：{0} 个。超过一天的：{1}，另有 {2} 个。",
  "Connected sites that can't be reached: {0}. For more than a day: {1}.":
    "无法连接的网站：{0} 个。超过一天的：{1}。",
  "Files to fetch have been due for {0} min.": "要获取的文件已延迟 {0} 分钟。",
  "Correct the address, or make DNS and proxy point every path to {0} of this machine.":
    "改正网址，或让 DNS 和代理把所有路径都指向这台机器的 {0}。",
  "Correct the host in the setting mailTransport. A host in your own network needs FREEHOLD_ALLOW_PRIVATE_PEERS.":
    "改正邮件设置里的主机；如果它在你自己的网络里，需要 FREEHOLD_ALLOW_PRIVATE_PEERS。",
  "Correct user and password in the setting mailTransport.": "改正邮件设置里的用户名和密码。",
  "Deliveries have been due for {0} min.": "投递已延迟 {0} 分钟。",
  "FREEHOLD_TRUST_PROXY is set, but requests come directly.":
    "设置了 FREEHOLD_TRUST_PROXY，但请求是直接来的。",
  "FREEHOLD_URL is {0}, but other sites know this one as {1}, which is used.":
    "FREEHOLD_URL 是 {0}，但其他网站认识的是 {1}，以后者为准。",
  "Files of {0} pass.": "{0} 的文件可以完整通过。",
  "Files of {0} pass; the connection is too slow to test {1} in {2} s.":
    "{0} 的文件可以完整通过；网络太慢，{2} 秒内无法测试 {1}。",
  "Get a certificate for {0} and use it for this host name.":
    "为 {0} 申请一张证书，并让服务器对这个域名使用它。",
  "Give the process at least {0} of memory.": "给这个进程 {0} 或更多的内存。",
  "Configure it to pass on the requested host (nginx: proxy_set_header Host $host).":
    "让它传递被访问的主机名（nginx：proxy_set_header Host $host）。",
  "Configure it to set X-Forwarded-For ({0}), and set FREEHOLD_TRUST_PROXY=1.":
    "让它写上 X-Forwarded-For（{0}），并设置 FREEHOLD_TRUST_PROXY=1。",
  "Point the last CNAME record to a name with an address.": "让最后一条 CNAME 记录指向有地址的域名。",
  "Point the name to a public address: see outside.dns.": "让域名指向公网地址：见 outside.dns。",
  "Configure the proxy (or the CDN in front of it) to pass on every method under /ewp/ and /api/ with its body unchanged.":
    "让代理（或它前面的 CDN）原样传递 /ewp/ 和 /api/ 下的每种方法及其正文。",
  "Configure the proxy to pass requests to {0}://{1}.": "让代理把请求转到 {0}://{1}。",
  "Configure the proxy to set X-Forwarded-For itself ({0}).": "让代理自己写 X-Forwarded-For（{0}）。",
  "Set the clock with NTP (`timedatectl set-ntp true`).":
    "让系统用 NTP 校准时钟（`timedatectl set-ntp true`）。",
  "`{0} peers` shows the reason. If no site can be reached, this machine has no internet access.":
    "用 `{0} peers` 查看原因。如果全都无法连接，说明本机无法访问外网。",
  "Check from outside (a phone without Wi-Fi) whether that address opens; then see outside.dns and outside.certificate.":
    "请从外部（不用 Wi-Fi 的手机）检查能否打开这个网址；再看 outside.dns 和 outside.certificate。",
  "Check the log for the reason, and report it if this stays.": "到日志里查看原因；如果一直这样，请报告。",
  "Check the mail server's log.": "查看邮件服务器的日志。",
  "Check that the mail server runs, has a valid certificate, and can be reached from here (port 465 or 587).":
    "请检查邮件服务器是否在运行、证书是否有效、这里能否连上它（465 或 587 端口）。",
  "Check that the name servers of the domain are correct, and try again in an hour.":
    "请检查域名服务器是否正确，一小时后再试。",
  "Check that this machine can reach that host. If it can, turn notifications on again on the device.":
    "请检查这台机器能否访问那台主机；如果能，请在设备上重新开启通知。",
  "Emails, push messages and webhooks have been due for {0} min.": "邮件、推送和 Webhook 已延迟 {0} 分钟。",
  "Free some space on that disk, or move the data folder to a larger one (FREEHOLD_DATA). Deleted posts and files use space for 30 days, unless you empty the trash.":
    "在那块磁盘上腾出空间，或把数据文件夹移到更大的磁盘（FREEHOLD_DATA）。已删除的文章和文件还会占用空间 30 天，清空回收站即可释放。",
  "No connected site can help with this check. Follow one, and try again.":
    "没有已连接的网站可以协助检查。请先关注一个再试。",
  "No device gets push messages.": "没有设备订阅推送。",
  "No mail server is set, so features that need email are off.":
    "没有设置邮件服务器，所以需要邮件的功能都不提供。",
  "{0} does not respond: the node is not running. Checks that need it are skipped.":
    "{0} 没有响应：节点没有运行，因此跳过了需要它的检查。",
  "There are no files yet.": "还没有文件。",
  "Nothing is set aside.": "没有暂停的任务。",
  "Set aside, because the node crashed each time it tried them: {0}; the first is {1}.":
    "因每次尝试都使节点崩溃而暂停的任务：{0} 个；第一个是 {1}。",
  "Try it again with `{0} set-aside --retry ID` after an upgrade, or drop it with --drop.":
    "升级后用 `{0} set-aside --retry ID` 再试一次，或用 --drop 放弃。",
  "The clock jumped ahead, from {0} to {1}: nothing is signed, published on schedule or emailed.":
    "时钟突然超前，从 {0} 到 {1}：不会签名、定时发布或发送邮件。",
  "Correct the clock; or, if it is right, run `{0} clock --confirm`.":
    "校正时钟；如果它是对的，请运行 `{0} clock --confirm`。",
  "The clock did not jump ahead, and no post is dated in the future.":
    "时钟没有突然超前，也没有文章的日期在将来。",
  "Posts that are dated in the future: {0}, up to {1}. The clock was ahead; no other site accepts them, and you can't sign until then.":
    "日期在将来的文章：{0} 篇，最晚到 {1}。时钟曾经超前；其他网站不接受它们，之后的签名也要等待。",
  "Turn them into drafts: `{0} clock --withdraw`.": "把它们转为草稿：`{0} clock --withdraw`。",
  "No worker seems to be running.": "似乎没有进程在处理。",
  "Node.js {0}, {1} of memory, a heap of up to {2}.": "Node.js {0}，内存 {1}，堆最多 {2}。",
  "Not even {0} passed in {1} s.": "{1} 秒内连 {0} 都没有通过。",
  "You don't need to do anything. To check the proxy from here too, turn on hairpin NAT in the router.":
    "不需要做什么。如果想从这里也检查代理，请让路由器把内部的访问转回来（hairpin NAT）。",
  "When it has a public https address, set it in the dashboard (Settings, Address), or run `{0} moved https://…`.":
    "能通过 https 访问之后，请在控制台的“设置 → 网址”里填写，或运行 `{0} moved https://…`。",
  "Other nodes know this one as {0}.": "其他网站认识的地址是 {0}。",
  "Other users of this machine can open {0}.": "这台机器的其他用户可以打开 {0}。",
  "PostgreSQL manages its own log.": "PostgreSQL 自己管理日志。",
  "PostgreSQL checks its own files.": "PostgreSQL 自行检查数据文件。",
  "Fix the certificate: see outside.certificate.": "请修复证书：见 outside.certificate。",
  "Fix the name: see outside.dns.": "改正域名：见 outside.dns。",
  "Put the public address into the A and AAAA records, and remove private ones.":
    "在 A 和 AAAA 记录里填公网地址，去掉内网地址。",
  "Raise the limit where the node is started: LimitNOFILE=65536 in a systemd unit, `ulimit -n 65536` in a shell.":
    "在启动节点的地方调高：systemd 单元里写 LimitNOFILE=65536，命令行里用 `ulimit -n 65536`。",
  "Reading the whole database took longer than {0} s.": "读完整个数据库超过了 {0} 秒。",
  "Remove FREEHOLD_TRUST_PROXY.": "去掉 FREEHOLD_TRUST_PROXY。",
  "Remove FREEHOLD_TRUST_PROXY: requests come directly.": "去掉 FREEHOLD_TRUST_PROXY：请求是直接来的。",
  "Renew it now, and find out why it was not renewed automatically.":
    "现在就更新它，并查明为什么没有自动更新。",
  "Renew it, and set up automatic renewal (certbot, acme.sh, Caddy).":
    "更新它，并让更新自动进行（certbot、acme.sh、Caddy）。",
  "Requests come directly, and no forwarding header is trusted.": "请求是直接来的，不相信任何转发头。",
  "Restart the node, and close other programs that have its database open.":
    "重启节点，并关闭其他打开它数据库的程序。",
  "Restore the files from a backup, and check the disk (SMART).": "从备份恢复文件，并检查磁盘（SMART）。",
  "Run `chmod {0} {1}`.": "运行 `chmod {0} {1}`。",
  "Run the diagnosis again when the node is less busy.": "等节点不那么忙时再检查一次。",
  "Run the node as the user that owns that folder, or change its owner (chown).":
    "用那个文件夹所属的用户运行节点，或改变它的所有者（chown）。",
  "Serve the node at port 443, and leave the port out of its address.":
    "在 443 端口提供服务，地址里不写端口。",
  "Serve the whole chain of a public authority (fullchain.pem, not cert.pem).":
    "提供公共机构的完整证书链（fullchain.pem，而不是 cert.pem）。",
  "Set FREEHOLD_TRUST_PROXY to the number of proxies in front of the node (1) or to their addresses.":
    "把 FREEHOLD_TRUST_PROXY 设为节点前面代理的数量（1）或它们的地址。",
  "Set FREEHOLD_TRUST_PROXY=1 (the number of proxies).": "设置 FREEHOLD_TRUST_PROXY=1（代理的数量）。",
  "If the node has moved, run `{0} moved {1}`, or use Settings, Address in the dashboard; if not, set FREEHOLD_URL to {2}.":
    "如果节点已迁移，请运行 `{0} moved {1}`，或在控制台的“设置 → 网址”里操作；如果没有，请把 FREEHOLD_URL 设为 {2}。",
  "FREEHOLD_URL is {0}, but other nodes know this one as {1}.":
    "FREEHOLD_URL 是 {0}，但其他网站认识的地址是 {1}。",
  "Set FREEHOLD_URL to {0}.": "请把 FREEHOLD_URL 设为 {0}。",
  "Start Node.js with --max-old-space-size={0} (in a service, in its ExecStart), so that the heap stays within the memory.":
    "用 --max-old-space-size={0} 启动 Node.js（服务则写在 ExecStart 中），使堆不超出内存。",
  "Correct the clock (see machine.clock), or wait.": "校准时钟（见 machine.clock），或者等一等。",
  "Start it (`{0} start`), or run this command with the same settings.":
    "启动它（`{0} start`），或给这个命令与启动时相同的设置。",
  "Start that version, or restore a backup from before the upgrade.": "启动那个版本，或恢复升级之前的备份。",
  "Start the node once, which brings the tables up to date.": "启动一次节点，数据表就会更新。",
  "Start the node once: it brings them up to date.": "启动一次节点，它们就会更新。",
  "Start the node with Node.js 24 or newer (`npm start` does).":
    "用 Node.js 24 或更新的版本启动节点（`npm start` 就是）。",
  "Start the node, or a process with FREEHOLD_ROLE=worker. If one runs, check its log.":
    "启动节点，或启动一个 FREEHOLD_ROLE=worker 的进程；如果已经在运行，请查看它的日志。",
  "Start the node.": "启动节点。",
  "Stop the node and run `{0} doctor` again.": "停止节点，再运行一次 `{0} doctor`。",
  "Stop the node, keep a copy of the data folder, and restore the last backup.":
    "停止节点，留一份数据文件夹的副本，再恢复最近的备份。",
  "Stop the other program, or set FREEHOLD_PORT or FREEHOLD_DATA to what this node was started with.":
    "停止另一个程序，或把 FREEHOLD_PORT、FREEHOLD_DATA 设成启动这个节点时的值。",
  "Turn notifications on again on each device: in the dashboard, Settings, Notifications.":
    "请在每台设备上重新开启通知：控制台的“设置 → 通知”。",
  "The address has port {0}, but other sites use only port 443.":
    "地址里写了端口 {0}；其他网站只访问 443 端口。",
  "The address of the mail server can't be used.": "邮件服务器的地址不能用。",
  "The CNAME records of {0} form a loop: {1}.": "{0} 的 CNAME 记录循环：{1}。",
  "The certificate by {0} is trusted for {1} and valid until {2} ({3}).":
    "{0} 签发的证书可信，用于 {1}，有效期到 {2}（{3}）。",
  "The certificate lacks its chain up to a known authority: browsers may accept it, other sites don't.":
    "证书缺少完整的证书链：浏览器可能接受，其他网站不会。",
  "The certificate expired on {0}.": "证书已在 {0} 过期。",
  "The certificate expires on {0}, in 1 day.": "证书将在 {0} 过期，还有 1 天。",
  "The certificate expires on {0}, in {1} days.": "证书将在 {0} 过期，还有 {1} 天。",
  "The certificate is not for {0}.": "这张证书不是给 {0} 的。",
  "The certificate is not trusted ({0}).": "证书不可信（{0}）。",
  "The certificate is not valid yet.": "证书还没有生效。",
  "The certificate is self-signed or from an unknown authority.": "证书是自签名的，或由不受信任的机构签发。",
  "The clock agrees with other sites ({0}).": "时钟与其他网站一致（{0} 个）。",
  "The clock agrees with the public address.": "时钟与公网地址那边一致。",
  "The clock is {0} s ahead of others (sites asked: {1}).": "时钟比别处快 {0} 秒（询问了 {1} 个网站）。",
  "The clock is {0} s behind others (sites asked: {1}).": "时钟比别处慢 {0} 秒（询问了 {1} 个网站）。",
  "The database can't be read.": "无法读取数据库。",
  "The database does not open.": "无法打开数据库。",
  "The database file is damaged: {0}.": "数据库文件已损坏：{0}。",
  "The database file is intact.": "数据库文件完好。",
  "The node's keys for push services are missing.": "节点用来向推送服务证明身份的密钥缺失。",
  "It said: {0}": "服务器返回：{0}",
  "The mail server refuses the connection.": "邮件服务器拒绝连接。",
  "Ask the operator of the mail server. If it names a blocklist, ask that list to remove this machine.":
    "请询问邮件服务器的管理者；如果它提到黑名单，请向该名单申请移除这台机器。",
  "Login to the mail server works. Emails tried for more than an hour: {0}; not sent in the last day: {1}.":
    "邮件服务器登录成功。已尝试一小时以上的邮件：{0}；最近一天未发出：{1}。",
  "The last reason: {0}": "最近的原因：{0}",
  "Fix the problem that the mail server names. Waiting emails are tried again automatically.":
    "请解决邮件服务器指出的问题。等待中的邮件会自动再次尝试。",
  "No post was sent by email.": "还没有用邮件发送过文章。",
  "The mail server accepted the last posts.": "最近的文章没有被邮件服务器拒收。",
  "The mail server refuses you as the sender; subscribers did not get “{0}”.":
    "邮件服务器拒绝你作为发件人；有订阅者没有收到《{0}》。",
  "Fix the problem that the mail server names, then run `{0} subscribers send-rest {1}`. No subscriber is paused for it.":
    "请解决邮件服务器指出的问题，然后运行 `{0} subscribers send-rest {1}`。没有订阅者因此暂停。",
  "The mail server can't be reached.": "无法连接邮件服务器。",
  "The mail server did not accept the message.": "邮件服务器没有接收这封邮件。",
  "No Ethereum RPC is set, so no names are shown.": "没有设置以太坊 RPC，所以不显示名称。",
  "The Ethereum RPC works.": "以太坊 RPC 响应正常。",
  "The Ethereum RPC is of chain {0}, not of Ethereum, so no names are shown.":
    "此 RPC 属于链 {0}，不是以太坊，因此不显示名称。",
  "Set an RPC of Ethereum itself (chain 1) in the setting ensRpc.":
    "请在设置 ensRpc 里填以太坊本身（链 1）的 RPC。",
  "The Ethereum RPC does not respond correctly.": "以太坊 RPC 的响应无效。",
  "Correct the address in the setting ensRpc, or FREEHOLD_ENS_RPC; it may need a key.":
    "请改正设置 ensRpc 或 FREEHOLD_ENS_RPC 里的地址；它可能需要密钥。",
  "Login to the mail server works.": "邮件服务器登录成功。",
  "The mail server refused the login.": "邮件服务器拒绝登录。",
  "The name {0} has no address.": "域名 {0} 没有地址。",
  "The name servers of {0} do not respond.": "{0} 的域名服务器没有响应。",
  "Signature checks use the native library.": "签名验证使用原生库。",
  "The node has no owner yet.": "节点还没有站长。",
  "The node has no public address yet.": "节点还没有公开网址。",
  "The node has no public address yet: FREEHOLD_URL is not set, and the node is not installed.":
    "节点还没有公开网址：没有设置 FREEHOLD_URL，也还没有安装。",
  "The address of the node will be {0}.": "节点的网址将是 {0}。",
  "The node is not running, so it can't be reached.": "节点没有运行，因此无法访问。",
  "The node runs and responds at {0}.": "节点正在运行，{0} 响应正常。",
  "The node was not reached by its public address.": "通过公开网址无法连接节点。",
  "The node was not reached by its public address: see outside.reach.":
    "通过公开网址无法连接节点：见 outside.reach。",
  "The node is read-only, and this check writes to its database.":
    "节点以只读方式启动，而这项检查需要写入数据库。",
  "The sites that were asked to help did not try ({0}).": "受邀协助检查的网站没有尝试（{0}）。",
  "The proxy answers {0} itself, with {1}.": "{0} 由代理自己处理，返回 {1}。",
  "The proxy at {0} returns {1}: it can't reach the node.": "{0} 的代理返回 {1}：它无法连接节点。",
  "The proxy changes the body of {0}.": "代理改动了 {0} 的正文。",
  "The proxy does not pass on client addresses.": "代理没有传递访问者的地址。",
  "The proxy turns {0} into {1}.": "代理把 {0} 变成了 {1}。",
  "The proxy passes on {0} as the host, not {1}.": "代理传来的主机名是 {0}，而不是 {1}。",
  "The proxy passes on client addresses correctly.": "转发头配置正确。",
  "The proxy passes on client addresses. It runs on this machine, like this check, so other clients could not be tested.":
    "转发头配置正确。代理和此次检查都在本机，无法检查其他访问者的情况。",
  "The proxy strips the body from {0}.": "代理去掉了 {0} 的正文。",
  "The server uses {0}.": "服务器使用 {0}。",
  "No problems with the settings.": "设置没有问题。",
  "The site shows dates in the time zone {0}.": "网站按时区 {0} 显示日期。",
  "No time zone is set, so the site will show dates in UTC.": "没有设置时区，网站将按 UTC 显示日期。",
  "No time zone is set, so the site shows dates in UTC. In the dashboard, Settings, Site has the time zone.":
    "没有设置时区，网站按 UTC 显示日期。请在控制台的“设置 → 网站”里设置时区。",
  "The tables are those of this version ({0}).": "数据表与这个版本相符（{0}）。",
  "The tables lack {0} of this version.": "数据表缺少这个版本的 {0}。",
  "The write-ahead log has {0} MB.": "预写日志有 {0} MB。",
  "There is no database file.": "没有数据库文件。",
  "Files are stored in the data folder.": "文件保存在数据文件夹中。",
  "Compare S3_URL with the data from the storage provider: the key needs permission to list the bucket and to read, write and delete objects.":
    "请把 S3_URL 与存储服务商提供的信息比对：密钥需要有列出存储桶以及读取、写入和删除对象的权限。",
  "{0} does not return stored objects correctly, or does not delete them.":
    "{0} 没有原样返回存入的内容，或没有将其删除。",
  "The clock of {0} and that of this machine are {1} s apart.": "{0} 的时钟与本机的时钟相差 {1} 秒。",
  "Set this machine's clock over the network (chrony, systemd-timesyncd): storages refuse a difference of 15 minutes.":
    "请让本机通过网络校时（chrony、systemd-timesyncd）：相差 15 分钟以上时，存储会拒绝请求。",
  "{0} stores, reads and removes objects.": "{0} 可以存储、读取和删除对象。",
  "{0} does not respond, or refuses:": "{0} 没有响应，或拒绝了请求：",
  "There is no folder {0} yet.": "还没有 {0} 这个文件夹。",
  "There is no clock to compare with: no connected site responds.":
    "没有可比较的时钟：已连接的网站都没有响应。",
  "The check “{0}” could not be run.": "无法检查“{0}”。",
  "This is Node.js {0}.": "这是 Node.js {0}。",
  "This machine can't reach any of those addresses.": "这台机器无法连接那些地址。",
  "This process can have {0} files and connections open.": "这个进程可以打开 {0} 个文件和连接。",
  "This process can have any number of files and connections open.": "这个进程可以打开任意多的文件和连接。",
  "This process can't write to {0}.": "这个进程不能写入 {0}。",
  "This system does not report how many files a process can have open.":
    "这个系统没有说明一个进程能打开多少文件。",
  "The check “{0}” took longer than {1} s and was stopped.": "“{0}”这一项超过 {1} 秒，已停止。",
  "Try again with a faster connection.": "请在网络较好时重试。",
  "Uploads are limited in transit: {0} of {1} bytes of an upload arrive.":
    "上传在途中受限：{1} 个字节只到了 {0} 个。",
  "Uploads are limited in transit: an upload of {0} is interrupted ({1}).":
    "上传在途中受限：{0} 的上传中断了（{1}）。",
  "Uploads are limited in transit: the proxy refuses an upload of {0} with {1}.":
    "上传在途中受限：代理以 {1} 拒绝了 {0} 的上传。",
  "Use smtps:// for port 465 and smtp:// for port 587 in the setting mailTransport.":
    "在邮件设置里，465 端口用 smtps://，587 端口用 smtp://。",
  "Signature checks use WASM, about half as fast as the native library, which has no build for this machine. You don't need to do anything.":
    "签名验证使用 WASM，速度约为原生库的一半；原生库没有适合本机的版本。无需处理。",
  "Waiting: {0} for delivery, {1} to fetch, {2} for email, push messages, webhooks and so on.":
    "等待中：{0} 件投递，{1} 份要获取的文件，{2} 件邮件、推送、Webhook 等。",
  "The server at {0} is not the node of {1}.": "{0} 上的服务器不是 {1} 的节点。",
  "The server does not respond like a mail server.": "该服务器的响应不像邮件服务器。",
  "The address of the server is not known here: FREEHOLD_PORT is 0, or this is a worker.":
    "这里不知道服务器在哪里监听：FREEHOLD_PORT 是 0，或这是一个 worker。",
  "This is Freehold {0}. FREEHOLD_RELEASES_URL is off: you are not told of newer versions.":
    "这是 Freehold {0}。FREEHOLD_RELEASES_URL 设为 off，有新版本时不会提示。",
  "This is Freehold {0}. There is no newer version.": "这是 Freehold {0}，目前没有发现更新的版本。",
  "Freehold {0} is available. This is {1}.": "Freehold {0} 已经发布，现在用的是 {1}。",
  "Make a backup, then upgrade. Release notes and instructions: {0}":
    "先做一次备份，再升级。更新内容和升级方法见 {0}",
};
