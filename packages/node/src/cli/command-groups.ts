/** Two calls of a command, as one types them. */
type Examples = readonly [string, string];

/** Every command by what one wants to do, with two examples each. A test finds commands that are missing here. */
export const commandGroups: Readonly<Record<string, Readonly<Record<string, Examples>>>> = {
  "Run the node": {
    start: ["freehold start", "freehold start --port 8080 --data /srv/freehold"],
    init: [
      'freehold init --title "My place"',
      'freehold init --title "My place" --url https://me.example --time-zone Europe/Berlin',
    ],
    doctor: ["freehold doctor", "freehold doctor --json"],
    clock: ["freehold clock", "freehold clock --confirm"],
    "set-aside": ["freehold set-aside", "freehold set-aside --retry 3"],
    settings: ["freehold settings", "freehold settings set siteTheme journal"],
    theme: ["freehold theme download journal my-theme", "freehold theme upload my-theme"],
    completion: ["freehold completion bash", "freehold completion zsh"],
  },
  "Your key and your profile": {
    key: ["freehold key words", "freehold key words --keystore /media/stick/keystore.json"],
    profile: ["freehold profile", 'freehold profile update --title "Ada writes"'],
    close: ["freehold close", 'freehold close site --yes --message "This site ends here. Thank you."'],
    reopen: ["freehold reopen", "freehold reopen --json"],
    moved: ["freehold moved https://new.example", "freehold moved --yes"],
    token: [
      "freehold token list",
      'freehold token create --label "night script" --scope create:publications --expires 90',
    ],
  },
  "Write and publish": {
    publish: ["freehold publish first-post.md --slug first-post", "freehold publish notes.md --local"],
    sign: ["freehold sign first-post", "freehold sign --imported"],
    posts: ["freehold posts", "freehold posts edit 7 --slug garden"],
    media: ["freehold media", 'freehold media edit 8 --description "The harbour in winter"'],
    trash: ["freehold trash", "freehold trash restore 7"],
    proposals: ["freehold proposals show 7", 'freehold proposals decline 7 --reason "It needs a source."'],
    verify: ["freehold verify https://friend.example/slug/hello", "freehold verify post.md proof.json"],
  },
  "Readers and followers": {
    comments: ["freehold comments --state pending", "freehold comments approve 12"],
    subscribers: ["freehold subscribers", "freehold subscribers import readers.csv --confirmed"],
    peers: ["freehold peers", "freehold peers history https://friend.example"],
    "remove-follower": [
      "freehold remove-follower https://somebody.example",
      "freehold remove-follower 0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    ],
    blocks: [
      "freehold blocks",
      'freehold blocks add 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --reason "spam"',
    ],
    receipts: ["freehold receipts first-post", "freehold receipts first-post --check"],
    outbox: ["freehold outbox", "freehold outbox --retry 3"],
  },
  "Follow and read": {
    follow: ["freehold follow https://friend.example", "freehold follow https://example.org/blog"],
    unfollow: ["freehold unfollow https://friend.example", "freehold unfollow https://example.org/feed.xml"],
    timeline: ["freehold timeline", "freehold timeline --from https://friend.example --limit 5"],
    feeds: ["freehold feeds", "freehold feeds import feeds.opml"],
  },
  "Move in and out": {
    import: ["freehold import my-site --dry-run", "freehold import wordpress.xml --fetch-pictures"],
    export: ["freehold export", "freehold export --static site --url https://me.example"],
  },
  "Back up, update, grow": {
    backup: ["freehold backup", "freehold backup /mnt/other-disk/site.tar.zst"],
    restore: ["freehold restore site.tar.zst --data ./restored", "freehold restore --confirm"],
    rollback: ["freehold rollback --list", "freehold rollback --yes"],
    "migrate-tables": ["freehold migrate-tables", "freehold migrate-tables --json"],
    "migrate-database": [
      "freehold migrate-database sqlite:/var/lib/freehold postgres://freehold:PASSWORD@db.example/freehold",
      "freehold migrate-database --reopen sqlite:/var/lib/freehold",
    ],
    "move-contents": ["freehold move-contents --to s3", "freehold move-contents --to disk"],
  },
  "For programs": {
    webhooks: ["freehold webhooks", "freehold webhooks test 1"],
    mcp: ['freehold mcp --label "Claude"', "freehold mcp --read-only"],
  },
};
