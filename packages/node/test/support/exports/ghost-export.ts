/** A Ghost export (`db[0].data`) of these tables. */
export const ghostExport = (data: Readonly<Record<string, readonly object[]>>): string =>
  JSON.stringify({ db: [{ meta: { exported_on: 1_400_000_000_000, version: "5.82.0" }, data }] });

/** A post as Ghost exports it; what is not given is as of a public post. */
export function ghostPost(number: number, more: object = {}): object {
  return {
    id: `id-${number}`,
    uuid: `uuid-${number}`,
    title: `Post ${number}`,
    slug: `post-${number}`,
    mobiledoc: null,
    lexical: null,
    html: "<p>Words</p>",
    plaintext: "Words",
    feature_image: null,
    featured: 0,
    type: "post",
    status: "published",
    locale: null,
    visibility: "public",
    created_at: "2014-05-06T07:08:09.000Z",
    published_at: "2014-05-07T07:08:09.000Z",
    custom_excerpt: null,
    codeinjection_head: "<script>x</script>",
    ...more,
  };
}
