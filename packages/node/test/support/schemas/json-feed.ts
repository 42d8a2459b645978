const address = { type: "string", format: "uri", pattern: "^https?://" };
const words = { type: "string", minLength: 1 };

const author = {
  type: "object",
  minProperties: 1,
  additionalProperties: false,
  properties: { name: words, url: address, avatar: address },
};

const hub = {
  type: "object",
  required: ["type", "url"],
  additionalProperties: false,
  properties: { type: words, url: address },
};

const attachment = {
  type: "object",
  required: ["url", "mime_type"],
  additionalProperties: false,
  properties: {
    url: address,
    mime_type: { type: "string", pattern: "^[^/\\s;]+/[^/\\s;]+(;.*)?$" },
    title: words,
    size_in_bytes: { type: "integer", minimum: 0 },
    duration_in_seconds: { type: "number", minimum: 0 },
  },
};

const item = {
  type: "object",
  required: ["id"],
  anyOf: [{ required: ["content_html"] }, { required: ["content_text"] }],
  additionalProperties: false,
  properties: {
    id: words,
    url: address,
    external_url: address,
    title: words,
    content_html: { type: "string" },
    content_text: { type: "string" },
    summary: words,
    image: address,
    banner_image: address,
    language: words,
    date_published: { type: "string", format: "date-time" },
    date_modified: { type: "string", format: "date-time" },
    authors: { type: "array", items: author },
    tags: { type: "array", items: words },
    attachments: { type: "array", items: attachment },
  },
};

/** JSON Feed 1.1 (jsonfeed.org/version/1.1) as a JSON Schema; what it says feeds of the public web should have is required. */
export const jsonFeedSchema = {
  type: "object",
  required: ["version", "title", "home_page_url", "feed_url", "items"],
  additionalProperties: false,
  properties: {
    version: { const: "https://jsonfeed.org/version/1.1" },
    title: words,
    home_page_url: address,
    feed_url: address,
    description: { type: "string" },
    user_comment: words,
    next_url: address,
    icon: address,
    favicon: address,
    authors: { type: "array", items: author },
    language: { type: "string", pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$" },
    expired: { type: "boolean" },
    hubs: { type: "array", items: hub },
    items: { type: "array", items: item },
  },
};
