/** The findings and advice of a diagnosis in Chinese, by the English sentence. Names of settings and commands stay. */
export const diagnosisZh: Readonly<Record<string, string>> = {
  "{0} does not answer at port {1}, as seen from here ({2}).": "从这里看，{0} 的 {1} 端口没有应答（{2}）。",
  "{0} does not speak TLS at port {1}, as seen from here ({2}).":
    "从这里看，{0} 的 {1} 端口不支持 TLS（{2}）。",
  "Files that nothing refers to, for more than three hours: {0}, with {1} MB.":
    "有 {0} 个文件（{1} MB）三小时以上没有被任何内容使用。",
  "No file is left that nothing refers to.": "没有多余的文件。",
  "There are too many files to look at all of them.": "文件太多，无法逐一检查。",
  "Files of a sample that are not as they should be: {0} of {1}.": "抽查的 {1} 个文件中，有 {0} 个不对。",
  "Checked: the newest {0} of your files. No picture among them says where it was taken.":
    "检查了最新的 {0} 个文件，其中没有图片带有拍摄位置。",
  "Pictures that say where they were taken: {0} of the newest {1} files; {2} signed. {3}.":
    "最新的 {1} 个文件里有 {0} 张图片带有拍摄位置，其中 {2} 张已签名：{3}。",
  "Remove their location under Media. What is signed can't be changed: delete it there; copies on other nodes stay.":
    "请在“媒体”中移除位置。已签名的无法更改，可以在那里删除；其他节点上的副本仍会保留。",
  "{0} belongs to another user than {1}: a node that runs as one of them may not change what the other has.":
    "{0} 与 {1} 属于不同的用户：以其中一个用户运行的节点无法更改另一个用户的文件。",
  "Run `chown -R {0} {1}` as root, where {2} is the user that runs the node.":
    "以 root 身份运行 `chown -R {0} {1}`，其中 {2} 是运行节点的用户。",
  "{0} of {1} and {2} of {3} files are free at {4}.":
    "{4} 所在的磁盘：{1} 中空闲 {0}，{3} 个文件中还可建 {2} 个。",
  "{0} of {1} and any number of files are free at {2}.": "{2} 所在的磁盘：{1} 中空闲 {0}，文件数没有限制。",
  "Open port {0} in the firewall, let the router pass it on to this machine, and see that the proxy runs.":
    "在防火墙上打开 {0} 端口，让路由器转发到这台机器，并确认代理在运行。",
  "See why it has not been renewed by itself: a certificate usually is when a third of its time is left.":
    "查清它为什么没有自动续期：证书通常在有效期还剩三分之一时续期。",
  "{0} takes connections at port {1} and says nothing, as seen from here.":
    "从这里看，{0} 的 {1} 端口接受连接，但什么也不回答。",
  "See which program listens at that port, and start it again: it hangs, or it does not speak TLS.":
    "查看是哪个程序在监听那个端口，然后重新启动它：它卡住了，或者不支持 TLS。",
  "The certificate expires on {0}, in {1} hours.": "证书将于 {0} 到期，还有 {1} 小时。",
  "The certificate expires on {0}, in 1 hour.": "证书将于 {0} 到期，还有 1 小时。",
  "The certificate expires on {0}, within an hour.": "证书将于 {0} 到期，不到一小时。",
  "Start the node: see machine.server.": "请启动节点：见 machine.server。",
  "A program takes connections at {0} and does not answer.": "有程序在 {0} 接受连接，但没有应答。",
  "Start the node again if it is the node, and look into its log; if not, stop that program.":
    "如果是节点本身，请重新启动并查看日志；如果不是，请停止那个程序。",
  "Put its certificate right, and start it: see machine.certificate.":
    "先把它的证书改正，再启动：见 machine.certificate。",
  "FREEHOLD_TLS_CERT is not set, so the node serves no HTTPS itself.":
    "没有设置 FREEHOLD_TLS_CERT，因此节点自己不提供 HTTPS。",
  "The server at {0}:{1} shows another certificate than that of {2}.":
    "{0}:{1} 的服务器出示的证书与 {2} 中的不同。",
  "Wait a minute: the node looks at its files every 30 seconds. If it stays, look into the log of the node.":
    "请等一分钟：节点每 30 秒检查一次这些文件。如果仍然如此，请查看节点的日志。",
  "The certificate and its key are a pair, good until {0}.": "证书与密钥相配，有效期到 {0}。",
  "The certificate and its key are a pair, good until {0}, and the node serves them.":
    "证书与密钥相配，有效期到 {0}，节点正在使用它们。",
  "The disk is full, so this could not be checked.": "磁盘已满，因此无法检查这一项。",
  "Make room on the disk of the data folder: see machine.disk.":
    "请在数据文件夹所在的磁盘上腾出空间：见 machine.disk。",
  "The database was held by another program, or too many files are open, so this could not be checked.":
    "数据库被其他程序占用，或打开的文件太多，因此无法检查这一项。",
  "FREEHOLD_TLS_CERT: there is no certificate in {0}.": "FREEHOLD_TLS_CERT：{0} 里没有证书。",
  "Let it name a PEM file with the whole chain (certbot: fullchain.pem).":
    "让它指向包含完整证书链的 PEM 文件（certbot：fullchain.pem）。",
  "FREEHOLD_TLS_KEY: there is no private key in {0}, or one with a password.":
    "FREEHOLD_TLS_KEY：{0} 里没有私钥，或者私钥带有密码。",
  "Let it name a PEM file with the key, without a password (certbot: privkey.pem).":
    "让它指向不带密码的私钥 PEM 文件（certbot：privkey.pem）。",
  "FREEHOLD_TLS_KEY: the key in {0} belongs to another certificate than the one in {1}.":
    "FREEHOLD_TLS_KEY：{0} 里的私钥不属于 {1} 里的证书。",
  "Let both settings name files of the same certificate (certbot: privkey.pem and fullchain.pem of one folder).":
    "让两项设置指向同一张证书的文件（certbot：同一文件夹里的 privkey.pem 和 fullchain.pem）。",
  "The certificate can't be read: {0}": "无法读取证书：{0}",
  "Correct FREEHOLD_TLS_CERT and FREEHOLD_TLS_KEY.": "请改正 FREEHOLD_TLS_CERT 和 FREEHOLD_TLS_KEY。",
  "No connected node is known to be away, and none refuses a delivery again and again.":
    "没有已知离线的连接节点，也没有节点一再拒收投递。",
  "No node is connected yet.": "还没有连接任何节点。",
  "Connected nodes that do not take what is delivered to them: {0}; {1} failed {2} times: {3}":
    "有 {0} 个已连接的节点不接收投递；{1} 失败了 {2} 次：{3}",
  "Tell its owner. If it is all of them, look at outside.reach; `{0} outbox` has every delivery.":
    "请告诉它的站长。如果所有节点都这样，请看 outside.reach；`{0} outbox` 列出每次投递。",
  "FREEHOLD_URL is {0}, but the signed address is {1}, which only this machine can use.":
    "FREEHOLD_URL 是 {0}，但已签名的地址是 {1}，只有这台机器能用。",
  "Sign the new address: run `{0} moved {1}`, or use Settings, Address in the dashboard.":
    "请签署新地址：运行 `{0} moved {1}`，或在控制台的“设置 → 地址”里操作。",
  "The clock here is right, and that of {0} is {1} s ahead: its posts are refused until their time comes.":
    "这里的时钟是准的，{0} 的时钟快 {1} 秒：它的文章在到时之前会被拒收。",
  "The clock here is right, and that of {0} is {1} s behind: its posts are refused, and it refuses those from here.":
    "这里的时钟是准的，{0} 的时钟慢 {1} 秒：它的文章会被拒收，它也会拒收这里的文章。",
  "Tell its owner to set its clock by NTP. Nothing needs to be done here.":
    "请告诉它的站长用 NTP 校准时钟。这里不需要做什么。",
  "The daily backup failed at {0}: {1}": "每日备份在 {0} 失败：{1}",
  "Make room or correct what it names; the node tries again each hour.":
    "请腾出空间，或改正上面所说的问题；节点每小时再试一次。",
  "The last backup was made at {0}.": "最近一次备份于 {0} 完成。",
  "There is no backup, and none is made by itself.": "还没有备份，也没有设置自动备份。",
  "The last backup was made at {0}, and none is made by itself.":
    "最近一次备份于 {0} 完成，没有设置自动备份。",
  "Set FREEHOLD_DAILY_BACKUPS=7, and copy the backups to another machine.":
    "请设置 FREEHOLD_DAILY_BACKUPS=7，并把备份复制到另一台机器。",
  "There is no daily backup yet.": "还没有每日备份。",
  "The last backup was made at {0}, although one is made each day.":
    "虽然设置了每日备份，最近一次备份却是 {0} 的。",
  "See that the node runs, with FREEHOLD_ROLE all or worker, and look into its log.":
    "请确认节点在运行，FREEHOLD_ROLE 是 all 或 worker，并查看它的日志。",
  "There is no webhook.": "没有 Webhook。",
  "The webhook of {0} was switched off, since it failed {1} times in a row.":
    "{0} 的 Webhook 连续失败 {1} 次，已被关闭。",
  "Correct its receiver, and switch it on again or delete it: in the dashboard, Settings, Webhooks.":
    "请改正接收方，然后在控制台的“设置 → Webhook 回调”中重新打开或删除它。",
  "Webhooks that fail: {0} of {1}. The one of {2} failed {3} times in a row.":
    "{1} 个 Webhook 中有 {0} 个失败，{2} 的连续失败了 {3} 次。",
  "Look at its last tries, and correct its receiver: in the dashboard, Settings, Webhooks.":
    "请在控制台的“设置 → Webhook 回调”中查看最近的尝试，并改正接收方。",
  "Every webhook is switched off.": "所有 Webhook 都已关闭。",
  "Webhooks that are switched on: {0}. None of them fails.": "已打开的 Webhook：{0} 个，没有失败的。",
  "The node is new, and there is no backup yet.": "节点刚刚建立，还没有备份。",
  "{0} belongs only to the node.": "{0} 只有这个节点能打开。",
  "{0} devices are subscribed.": "已有 {0} 台设备订阅推送。",
  "{0} answers, but the node's tables can't be read.": "{0} 有应答，但无法读取节点的数据表。",
  "{0} answers.": "{0} 应答正常。",
  "Push messages that wait: {0}. Not taken by {1}.": "有 {0} 条推送在等待，{1} 没有接收。",
  "{0} has {1} bytes, not {2}.": "{0} 有 {1} 个字节，而不是 {2} 个。",
  "{0} has other bytes.": "{0} 的字节不对。",
  "{0} is missing.": "{0} 缺失。",
  "{0} has no address: see outside.dns.": "{0} 没有地址：见 outside.dns。",
  "{0} has no public address: see outside.dns.": "{0} 没有公网地址：见 outside.dns。",
  "{0} leads to {1}, none of which is this machine's own (a router or a proxy is in front).":
    "{0} 指向 {1}，都不是这台机器自己的地址（前面有路由器或代理）。",
  "{0} leads to {1}.": "{0} 指向 {1}。",
  "{0} come through.": "{0} 的可以通过。",
  "The files of a sample ({0}) are there, with their hashes.": "抽查的 {0} 个文件都在，哈希相符。",
  "{0} come through with their bodies.": "{0} 都能连同正文一起通过。",
  "{0} is lost on the way ({1}).": "{0} 在途中丢失（{1}）。",
  "{0} is for this machine only: no other node can reach it.": "{0} 只在这台机器上有效：其他节点无法连接它。",
  "{0} is for this machine only: nobody else can reach it.": "{0} 只在这台机器上有效：别人无法连接它。",
  "{0} leads to this node, as seen from inside: out through DNS and proxy and back.":
    "从里面看，{0} 通向这个节点：经过 DNS 和代理出去，又回到这里。",
  "{0} was not reached from here ({1}): {2}": "从这里无法连接 {0}（{1}）：{2}",
  "1 device is subscribed.": "已有 1 台设备订阅推送。",
  "A newer version of Freehold has worked on this database: {0}.":
    "更新版本的 Freehold 用过这个数据库：{0}。",
  "A proxy is in front, and every client looks like it ({0}): they share one rate limit.":
    "前面有代理，所有访问者看起来都是它（{0}），共用一个频率限制。",
  "Add {0} to FREEHOLD_TRUST_PROXY.": "把 {0} 加进 FREEHOLD_TRUST_PROXY。",
  "Add an A record (and AAAA, for IPv6) with this machine's public address at your DNS provider.":
    "在 DNS 服务商那里添加一条 A 记录（IPv6 用 AAAA），填这台机器的公网地址。",
  "Allow TLS 1.2 and 1.3 in the proxy.": "在代理上启用 TLS 1.2 和 1.3。",
  "Allow bodies of {0} in the proxy (nginx: client_max_body_size {1}m).":
    "让代理允许 {0} 的正文（nginx：client_max_body_size {1}m）。",
  "Another node called {0} and was answered; its call came from {1}.":
    "另一个节点访问了 {0} 并得到应答，它来自 {1}。",
  "Another node reaches {0}; this machine itself does not ({1}).":
    "另一个节点可以连接 {0}；这台机器自己无法连接（{1}）。",
  "Another node tried to call {0}, and nothing of it came here.":
    "另一个节点试着访问 {0}，但这里什么也没有收到。",
  "Any client can claim any address: its own X-Forwarded-For is believed.":
    "任何访问者都能冒充任何地址：它在 X-Forwarded-For 里自称的会被相信。",
  "As seen from here, {0} leads to {1}, which is not an address of the public internet: other nodes refuse to call it.":
    "从这里看，{0} 指向 {1}，那不是公网地址：其他节点会拒绝访问。",
  "At {0} something else answers than this node (status {1}).": "{0} 上应答的不是这个节点（状态 {1}）。",
  "Change or remove that setting, and start the node again.": "改正或去掉那项设置，再重新启动节点。",
  "Connected nodes that are away: {0}, none for a day; they are tried again.":
    "无法连接的节点：{0} 个，都不到一天；会再尝试。",
  "Connected nodes that are away: {0}. For more than a day: {1} and {2} more.":
    "无法连接的节点：{0} 个。超过一天的：{1}，另有 {2} 个。",
  "Connected nodes that are away: {0}. For more than a day: {1}.":
    "无法连接的节点：{0} 个。超过一天的：{1}。",
  "Contents to fetch have been due for {0} min.": "要取回的内容已晚了 {0} 分钟。",
  "Correct the address, or let DNS and proxy lead to {0} of this machine, every path of it.":
    "改正地址，或让 DNS 和代理把所有路径都指向这台机器的 {0}。",
  "Correct the host in the setting mailTransport; one in your own network needs FREEHOLD_ALLOW_PRIVATE_PEERS.":
    "改正邮件设置里的主机；如果它在你自己的网络里，需要 FREEHOLD_ALLOW_PRIVATE_PEERS。",
  "Correct user and password in the setting mailTransport.": "改正邮件设置里的用户名和密码。",
  "Deliveries have been due for {0} min.": "投递已晚了 {0} 分钟。",
  "FREEHOLD_TRUST_PROXY is set, but requests come directly.":
    "设置了 FREEHOLD_TRUST_PROXY，但请求是直接来的。",
  "FREEHOLD_URL is {0}, but other nodes know this one as {1}, which is what counts.":
    "FREEHOLD_URL 是 {0}，但其他节点认识的是 {1}，以后者为准。",
  "Files of {0} come through whole.": "{0} 的文件可以完整通过。",
  "Files of {0} come through whole; the line is too slow to try {1} in {2} s.":
    "{0} 的文件可以完整通过；线路太慢，{2} 秒内试不完 {1}。",
  "Get one for {0}, and see that the server shows that one for this name.":
    "为 {0} 申请一张证书，并确认服务器对这个域名出示的就是它。",
  "Give the process {0} of memory or more.": "给这个进程 {0} 或更多的内存。",
  "Let it pass on the requested host (nginx: proxy_set_header Host $host).":
    "让它传递被访问的主机名（nginx：proxy_set_header Host $host）。",
  "Let it write X-Forwarded-For ({0}), and set FREEHOLD_TRUST_PROXY=1.":
    "让它写上 X-Forwarded-For（{0}），并设置 FREEHOLD_TRUST_PROXY=1。",
  "Let the last CNAME record point to a name with an address.": "让最后一条 CNAME 记录指向有地址的域名。",
  "Let the name lead to a public address: see outside.dns.": "让域名指向公网地址：见 outside.dns。",
  "Let the proxy (or the CDN in front of it) pass on every method under /ewp/ and /api/ with its body as it is.":
    "让代理（或它前面的 CDN）原样传递 /ewp/ 和 /api/ 下的每种方法及其正文。",
  "Let the proxy pass requests on to {0}://{1}.": "让代理把请求转到 {0}://{1}。",
  "Let the proxy write X-Forwarded-For itself ({0}).": "让代理自己写 X-Forwarded-For（{0}）。",
  "Let the system keep its clock by NTP (`timedatectl set-ntp true`).":
    "让系统用 NTP 校准时钟（`timedatectl set-ntp true`）。",
  "Look at `{0} peers` for the reason. If it is all of them, this machine's way out is broken.":
    "用 `{0} peers` 查看原因。如果全都无法连接，就是这台机器的网络不通。",
  "Look from outside (a phone without Wi-Fi) whether that address opens; then see outside.dns and outside.certificate.":
    "从外面（不用 Wi-Fi 的手机）看这个地址能不能打开；再看 outside.dns 和 outside.certificate。",
  "Look into the log for the reason, and report it if it stays.": "到日志里查看原因；如果一直这样，请报告。",
  "Look into the mail server's log.": "查看邮件服务器的日志。",
  "Look whether the mail server runs, has a good certificate, and may be called from here (port 465 or 587).":
    "看看邮件服务器是否在运行、证书是否有效、这里能否连上它（465 或 587 端口）。",
  "Look whether the name servers of the domain are the right ones, and try again in an hour.":
    "看看域名的名称服务器是否正确，一小时后再试。",
  "Look whether this machine may call that host; if it may, subscribe the device anew.":
    "看看这台机器能否访问那台主机；如果能，请让设备重新订阅。",
  "Mails, pushes and webhooks have been due for {0} min.": "邮件、推送和 Webhook 已晚了 {0} 分钟。",
  "Make room on that disk, or move the data folder to a larger one (FREEHOLD_DATA). Deleted posts and files take room for 30 days, unless you empty the trash.":
    "在那块磁盘上腾出空间，或把数据文件夹移到更大的磁盘（FREEHOLD_DATA）。已删除的文章和文件还会占用空间 30 天，清空回收站即可释放。",
  "No connected node can be asked to call back. Follow one, and try again.":
    "没有相连的节点可以请它回访。先关注一个，再试。",
  "No device is subscribed.": "没有设备订阅推送。",
  "No mail server is set, so nothing that needs mail is offered.":
    "没有设置邮件服务器，所以需要邮件的功能都不提供。",
  "Nobody answers at {0}: the node is not running, so the checks that need it are skipped.":
    "{0} 没有应答：节点没有运行，所以要经过它的检查都跳过了。",
  "There are no files yet.": "还没有文件。",
  "Nothing is set aside.": "没有被搁置的任务。",
  "Set aside, since the node died each time that it tried them: {0}; the first is {1}.":
    "因每次尝试都使节点崩溃而搁置的任务：{0} 个；第一个是 {1}。",
  "Try it again with `{0} set-aside --retry ID` after an upgrade, or give it up with --drop.":
    "升级后用 `{0} set-aside --retry ID` 再试一次，或用 --drop 放弃。",
  "The clock jumped ahead, from {0} to {1}: nothing is signed, published by schedule or mailed.":
    "时钟向前跳了，从 {0} 到 {1}：不会签名、定时发布或发送邮件。",
  "Set the clock right; or, if it is right, run `{0} clock --confirm`.":
    "校正时钟；如果它是对的，请运行 `{0} clock --confirm`。",
  "The clock did not jump ahead, and no post is dated for a future time.":
    "时钟没有向前跳，也没有文章的日期在将来。",
  "Posts that are dated for a future time: {0}, up to {1}. The clock was ahead; no other node accepts them, and the next signatures wait.":
    "日期在将来的文章：{0} 篇，最晚到 {1}。时钟曾经超前；其他节点不接受它们，之后的签名也要等待。",
  "Make drafts of them again: `{0} clock --withdraw`.": "把它们重新变为草稿：`{0} clock --withdraw`。",
  "No process seems to work on them.": "似乎没有进程在处理。",
  "Node.js {0}, {1} of memory, a heap of up to {2}.": "Node.js {0}，内存 {1}，堆最多 {2}。",
  "Not even {0} came through in {1} s.": "{1} 秒内连 {0} 都没有通过。",
  "Nothing needs to be done. To look at the proxy from here too, let the router lead inside calls back (hairpin NAT).":
    "不需要做什么。如果想从这里也检查代理，请让路由器把内部的访问转回来（hairpin NAT）。",
  "Once others reach it by https, set that address in the dashboard (Settings, Address), or run `{0} moved https://…`.":
    "能通过 https 访问之后，请在控制台的“设置 → 地址”里填写，或运行 `{0} moved https://…`。",
  "Other nodes know this one as {0}.": "其他节点认识的地址是 {0}。",
  "Other users of this machine may open {0}.": "这台机器的其他用户可以打开 {0}。",
  "PostgreSQL looks after its own log.": "PostgreSQL 自己管理日志。",
  "PostgreSQL watches over its own pages.": "PostgreSQL 自己检查数据页。",
  "Put the certificate right: see outside.certificate.": "请修复证书：见 outside.certificate。",
  "Put the name right: see outside.dns.": "改正域名：见 outside.dns。",
  "Put the public address into the A and AAAA records, and remove private ones.":
    "在 A 和 AAAA 记录里填公网地址，去掉内网地址。",
  "Raise it where the node is started: LimitNOFILE=65536 in a systemd unit, `ulimit -n 65536` in a shell.":
    "在启动节点的地方调高：systemd 单元里写 LimitNOFILE=65536，命令行里用 `ulimit -n 65536`。",
  "Reading the whole database took longer than {0} s.": "读完整个数据库超过了 {0} 秒。",
  "Remove FREEHOLD_TRUST_PROXY.": "去掉 FREEHOLD_TRUST_PROXY。",
  "Remove FREEHOLD_TRUST_PROXY: requests come directly.": "去掉 FREEHOLD_TRUST_PROXY：请求是直接来的。",
  "Renew it now, and find out why it was not renewed by itself.": "现在就更新它，并查明为什么没有自动更新。",
  "Renew it, and let the renewal run by itself (certbot, acme.sh, Caddy).":
    "更新它，并让更新自动进行（certbot、acme.sh、Caddy）。",
  "Requests come directly, and no forwarding header is believed.": "请求是直接来的，不相信任何转发头。",
  "Restart the node, and close whatever else has its database open.":
    "重启节点，并关闭其他打开它数据库的程序。",
  "Restore the contents folder from a backup, and look at the disk (SMART).":
    "从备份恢复内容文件夹，并检查磁盘（SMART）。",
  "Run `chmod {0} {1}`.": "运行 `chmod {0} {1}`。",
  "Run the diagnosis again when the node is less busy.": "等节点不那么忙时再检查一次。",
  "Run the node as the user whom that folder belongs to, or change its owner (chown).":
    "用那个文件夹所属的用户运行节点，或改变它的所有者（chown）。",
  "Serve the node at port 443, and leave the port out of its address.":
    "在 443 端口提供服务，地址里不写端口。",
  "Serve the whole chain of a public authority (fullchain.pem, not cert.pem).":
    "提供公共机构的完整证书链（fullchain.pem，而不是 cert.pem）。",
  "Set FREEHOLD_TRUST_PROXY to the number of proxies in front of the node (1) or to their addresses.":
    "把 FREEHOLD_TRUST_PROXY 设为节点前面代理的数目（1）或它们的地址。",
  "Set FREEHOLD_TRUST_PROXY=1 (the number of proxies).": "设置 FREEHOLD_TRUST_PROXY=1（代理的数目）。",
  "If the node has moved, run `{0} moved {1}`, or use Settings, Address in the dashboard; if not, set FREEHOLD_URL to {2}.":
    "如果节点已迁移，请运行 `{0} moved {1}`，或在控制台的“设置 → 地址”里操作；如果没有，请把 FREEHOLD_URL 设为 {2}。",
  "FREEHOLD_URL is {0}, but other nodes know this one as {1}.":
    "FREEHOLD_URL 是 {0}，但其他节点认识的地址是 {1}。",
  "Set FREEHOLD_URL to {0}.": "请把 FREEHOLD_URL 设为 {0}。",
  "Set NODE_OPTIONS=--max-old-space-size={0}, so that the heap stays within the memory.":
    "设置 NODE_OPTIONS=--max-old-space-size={0}，使堆不超出内存。",
  "Set the clock right (see machine.clock), or wait.": "校准时钟（见 machine.clock），或者等一等。",
  "Start it (`{0} start`), or give this command the settings that it was started with.":
    "启动它（`{0} start`），或给这个命令与启动时相同的设置。",
  "Start that version, or restore a backup from before the upgrade.": "启动那个版本，或恢复升级之前的备份。",
  "Start the node once, which brings the tables up to date.": "启动一次节点，数据表就会更新。",
  "Start the node once: it brings them up to date.": "启动一次节点，它们就会更新。",
  "Start the node with Node.js 24 or newer (`npm start` does).":
    "用 Node.js 24 或更新的版本启动节点（`npm start` 就是）。",
  "Start the node, or a process with FREEHOLD_ROLE=worker; if one runs, look into its log.":
    "启动节点，或启动一个 FREEHOLD_ROLE=worker 的进程；如果已经在运行，请查看它的日志。",
  "Start the node.": "启动节点。",
  "Stop the node and run `{0} doctor` again.": "停止节点，再运行一次 `{0} doctor`。",
  "Stop the node, keep a copy of the data folder, and restore the last backup.":
    "停止节点，留一份数据文件夹的副本，再恢复最近的备份。",
  "Stop the other program, or set FREEHOLD_PORT or FREEHOLD_DATA to what this node was started with.":
    "停止另一个程序，或把 FREEHOLD_PORT、FREEHOLD_DATA 设成启动这个节点时的值。",
  "Turn notifications on again on each device: in the dashboard, Settings, Notifications.":
    "请在每台设备上重新开启通知：控制台的“设置 → 通知”。",
  "The address names port {0}; other nodes call only port 443.":
    "地址里写了端口 {0}；其他节点只访问 443 端口。",
  "The address of the mail server can't be used.": "邮件服务器的地址不能用。",
  "The aliases of {0} run in a circle: {1}.": "{0} 的别名绕成了圈：{1}。",
  "The certificate by {0} is trusted, for {1}, and good until {2} ({3}).":
    "{0} 签发的证书可信，用于 {1}，有效期到 {2}（{3}）。",
  "The certificate comes without the chain up to a known authority: browsers may find it, other nodes do not.":
    "证书没有带上通往公认机构的证书链：浏览器也许能找到，其他节点找不到。",
  "The certificate expired on {0}.": "证书已在 {0} 过期。",
  "The certificate expires on {0}, in 1 day.": "证书将在 {0} 过期，还有 1 天。",
  "The certificate expires on {0}, in {1} days.": "证书将在 {0} 过期，还有 {1} 天。",
  "The certificate is not for {0}.": "这张证书不是给 {0} 的。",
  "The certificate is not trusted ({0}).": "证书不可信（{0}）。",
  "The certificate is not valid yet.": "证书还没有生效。",
  "The certificate is signed by nobody that others trust.": "证书的签发者不受其他节点信任。",
  "The clock agrees with that of other nodes ({0}).": "时钟与其他节点一致（{0} 个）。",
  "The clock agrees with that of the public address.": "时钟与公网地址那边一致。",
  "The clock is {0} s ahead of that of others (nodes asked: {1}).":
    "时钟比别处快 {0} 秒（问了 {1} 个节点）。",
  "The clock is {0} s behind that of others (nodes asked: {1}).": "时钟比别处慢 {0} 秒（问了 {1} 个节点）。",
  "The database can't be read.": "无法读取数据库。",
  "The database does not open.": "数据库打不开。",
  "The database file is damaged: {0}.": "数据库文件已损坏：{0}。",
  "The database file is sound.": "数据库文件完好。",
  "The keys with which the node proves itself to push services are gone.":
    "节点用来向推送服务证明身份的密钥缺失。",
  "It said: {0}": "它说：{0}",
  "The mail server refuses the connection.": "邮件服务器拒绝连接。",
  "Ask whoever runs the mail server; where it names a blocklist, ask that list to remove this machine.":
    "请询问邮件服务器的管理者；如果它提到黑名单，请向该名单申请移除这台机器。",
  "The mail server lets this node in. Mails that have been tried for more than an hour: {0}; given up in the last day: {1}.":
    "邮件服务器让这个节点登录。尝试超过一小时的邮件：{0}；最近一天放弃的：{1}。",
  "The last reason: {0}": "最近的原因：{0}",
  "Mend what the mail server names. What waits is tried again by itself.":
    "请解决邮件服务器指出的问题。等待中的邮件会自动再次尝试。",
  "No post went out by mail.": "还没有文章用邮件发出。",
  "The mail server refused no sender of the last posts.": "最近的文章没有被邮件服务器拒收。",
  "The mail server refuses you as the sender; readers lack “{0}”.":
    "邮件服务器拒绝你作为发件人；有读者没有收到《{0}》。",
  "Mend what the mail server names, then run `{0} subscribers send-rest {1}`. No reader is paused for it.":
    "请解决邮件服务器指出的问题，然后运行 `{0} subscribers send-rest {1}`。没有读者因此被暂停。",
  "The mail server can't be reached.": "无法连接邮件服务器。",
  "The mail server did not take the message.": "邮件服务器没有接收这封邮件。",
  "No Ethereum RPC is set, so no names are shown.": "没有设置以太坊 RPC，所以不显示名称。",
  "The Ethereum RPC answers, and is of Ethereum.": "以太坊 RPC 有应答，并且属于以太坊。",
  "The Ethereum RPC is of chain {0}, so nothing that it says of names is believed.":
    "这个 RPC 属于链 {0}，所以不采信它给出的名称。",
  "Set an RPC of Ethereum itself (chain 1) in the setting ensRpc.":
    "请在设置 ensRpc 里填以太坊本身（链 1）的 RPC。",
  "The Ethereum RPC gives no answer that makes sense.": "以太坊 RPC 没有给出有意义的应答。",
  "Correct the address in the setting ensRpc, or FREEHOLD_ENS_RPC; it may need a key.":
    "请改正设置 ensRpc 或 FREEHOLD_ENS_RPC 里的地址；它可能需要密钥。",
  "The mail server lets this node in.": "邮件服务器让这个节点登录。",
  "The mail server refused the login.": "邮件服务器拒绝登录。",
  "The name {0} has no address.": "域名 {0} 没有地址。",
  "The name servers of {0} do not answer.": "{0} 的名称服务器没有应答。",
  "The native library recovers signers.": "由原生库还原签名者。",
  "The node has no owner yet.": "节点还没有站长。",
  "The node has no public address yet.": "节点还没有公网地址。",
  "The node has no public address yet: FREEHOLD_URL is not set, and it is not installed.":
    "节点还没有公网地址：没有设置 FREEHOLD_URL，也还没有安装。",
  "The node is going to be {0}.": "节点的地址将是 {0}。",
  "The node is not running, so nobody can call it.": "节点没有运行，所以没人能访问。",
  "The node runs and answers at {0}.": "节点在运行，{0} 应答正常。",
  "The node was not reached by its public address.": "用公网地址无法连接节点。",
  "The node was not reached by its public address: see outside.reach.":
    "用公网地址无法连接节点：见 outside.reach。",
  "The node was started read-only, and a probe is a row in its database.":
    "节点以只读方式启动，而探测需要在数据库里写一行。",
  "The nodes that were asked to call back did not try ({0}).": "请来回访的节点没有尝试（{0}）。",
  "The proxy answers {0} itself, with {1}.": "代理自己回答了 {0}，状态 {1}。",
  "The proxy at {0} answers {1}: it does not get through to the node.":
    "{0} 的代理应答 {1}：它无法连接节点。",
  "The proxy changes the body of {0}.": "代理改动了 {0} 的正文。",
  "The proxy does not name the client.": "代理没有说明是谁在访问。",
  "The proxy makes a {0} of {1}.": "代理把 {1} 变成了 {0}。",
  "The proxy passes on {0} as the host, not {1}.": "代理传来的主机名是 {0}，而不是 {1}。",
  "The proxy names the client, and is trusted as far as it should be.":
    "代理说明了是谁在访问，对它的信任没有超出应有的范围。",
  "The proxy names the client, and is trusted. It runs on this machine, and so does this check: how it names other clients was not seen.":
    "代理说明了是谁在访问，并且受到信任。它就在这台机器上，这次检查也从这里发出：它如何说明其他访问者，这里看不到。",
  "The proxy strips the body from {0}.": "代理去掉了 {0} 的正文。",
  "The server speaks {0}.": "服务器使用 {0}。",
  "The settings fit together.": "各项设置相互吻合。",
  "The site shows dates in the time zone {0}.": "网站按时区 {0} 显示日期。",
  "No time zone is set, so the site will show dates in UTC.": "没有设置时区，网站将按 UTC 显示日期。",
  "No time zone is set, so the site shows the days of UTC. In the dashboard, Settings, Site has the time zone.":
    "没有设置时区，网站按 UTC 的日期显示。请在控制台的“设置 → 网站”里设置时区。",
  "The tables are those of this version ({0}).": "数据表与这个版本相符（{0}）。",
  "The tables lack {0} of this version.": "数据表缺少这个版本的 {0}。",
  "The write-ahead log has {0} MB.": "预写日志有 {0} MB。",
  "There is no database file.": "没有数据库文件。",
  "Contents are in the data folder.": "内容在数据文件夹中。",
  "Compare S3_URL with what the storage's owner gave you: its key needs the rights to list the bucket, and to read, write and delete objects.":
    "请把 S3_URL 与存储方给你的信息核对：密钥需要有列出存储桶以及读取、写入和删除对象的权限。",
  "{0} does not give back what it was given, or does not remove it.":
    "{0} 没有原样返回存入的内容，或没有将其删除。",
  "The clock of {0} and that of this machine are {1} s apart.": "{0} 的时钟与本机的时钟相差 {1} 秒。",
  "Have this machine's clock set over the network (chrony, systemd-timesyncd): from 15 minutes on, storages refuse.":
    "请让本机通过网络校时（chrony、systemd-timesyncd）：相差 15 分钟以上时，存储会拒绝请求。",
  "{0} stores, reads and removes objects.": "{0} 可以存储、读取和删除对象。",
  "{0} does not answer, or refuses:": "{0} 没有应答，或拒绝了请求：",
  "There is no folder {0} yet.": "还没有 {0} 这个文件夹。",
  "There is no clock to compare with: no connected node answers.": "没有时钟可以比较：相连的节点都没有应答。",
  "The check “{0}” could not be carried out.": "“{0}”这一项没能检查。",
  "This is Node.js {0}.": "这是 Node.js {0}。",
  "This machine has no way to any of those addresses.": "这台机器无法连接那些地址。",
  "This process may have {0} files and connections open.": "这个进程可以打开 {0} 个文件和连接。",
  "This process may have any number of files and connections open.": "这个进程可以打开任意多的文件和连接。",
  "This process may not write into {0}.": "这个进程不能写入 {0}。",
  "This system does not say how many files a process may have open.":
    "这个系统没有说明一个进程能打开多少文件。",
  "The check “{0}” took longer than {1} s and was given up.": "“{0}”这一项超过 {1} 秒，已放弃。",
  "Try again on a better line.": "换一条更好的线路再试。",
  "Uploads are limited on the way: {0} of {1} bytes of an upload arrive.":
    "上传在途中受限：{1} 个字节只到了 {0} 个。",
  "Uploads are limited on the way: an upload of {0} breaks off ({1}).":
    "上传在途中受限：{0} 的上传中断了（{1}）。",
  "Uploads are limited on the way: the proxy refuses an upload of {0} with {1}.":
    "上传在途中受限：代理以 {1} 拒绝了 {0} 的上传。",
  "Use smtps:// for port 465 and smtp:// for port 587 in the setting mailTransport.":
    "在邮件设置里，465 端口用 smtps://，587 端口用 smtp://。",
  "WASM recovers signers, about half as fast as the native library, which has no build for this machine. Nothing needs to be done.":
    "由 WASM 还原签名者，速度约为原生库的一半；原生库没有适合这台机器的版本。不需要做什么。",
  "Waiting: {0} for delivery, {1} to fetch, {2} for mail, pushes, webhooks and the like.":
    "等待中：{0} 件投递，{1} 份要取回的内容，{2} 件邮件、推送、Webhook 等。",
  "The server at {0} is not the node of {1}.": "{0} 上应答的不是 {1} 的节点。",
  "The server there is not a working mail server.": "那里应答的不是正常的邮件服务器。",
  "The address of the server is not known here: FREEHOLD_PORT is 0, or this is a worker.":
    "这里不知道服务器在哪里监听：FREEHOLD_PORT 是 0，或这是一个 worker。",
  "This is Freehold {0}. FREEHOLD_RELEASES_URL is off: newer versions are not noticed.":
    "这是 Freehold {0}。FREEHOLD_RELEASES_URL 设为 off，有新版本时不会提示。",
  "This is Freehold {0}. No newer version is known.": "这是 Freehold {0}，目前没有发现更新的版本。",
  "Freehold {0} is out. This is {1}.": "Freehold {0} 已经发布，现在用的是 {1}。",
  "Make a backup, then upgrade. What is new, and how: {0}": "先做一次备份，再升级。更新内容和升级方法见 {0}",
};
