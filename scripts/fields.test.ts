import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findFields } from "./fields/find-fields.ts";

const dashboard = join(import.meta.dirname, "../packages/web/src/console");

/** Ends of a change that lose nothing: the browser keeps it, the node has it, the owner is asked; or it was a search. */
const safeEnds = new Set(["kept", "node", "file", "secret", "search"]);

/** Fields whose value is lost with the page, by the reason for which that is right. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  "It chooses what is shown.": [
    'features/delivery/post-delivery.tsx FollowerDelivery "which"',
    "features/posts/post-list.tsx PostList {orders.label}",
    "features/posts/post-list.tsx PostList {texts.from}",
    "features/posts/post-list.tsx PostList {texts.to}",
    'features/timeline/timeline.tsx Timeline "kind"',
    'publications/versions-dialog.tsx VersionsDialog "version"',
    "signing/words/new-password.tsx NewPasswordForm {texts.show}",
  ],
  "It selects rows for an action.": [
    "features/comments/comment-list.tsx CommentList {messages.comments.select(authorName)}",
    "features/posts/post-list.tsx PostList {messages.posts.select(title)}",
  ],
  "It is a choice of an action that is done by the button beside it.": [
    "features/posts/media.tsx Media {messages.pictures.keep}",
    "features/settings/data.tsx ExportDownload {messages.exportPrivate}",
    "features/settings/import/sign-imported.tsx SignImported {texts.announce}",
    "features/settings/mail/readers.tsx ImportReaders {messages.confirmed}",
    "features/settings/profile/crop-dialog.tsx CropDialog {messages.across}",
    "features/settings/profile/crop-dialog.tsx CropDialog {messages.down}",
    "features/settings/profile/crop-dialog.tsx CropDialog {messages.zoom}",
    'features/write/publish/publish-dialog.tsx PublishDialog "audience"',
    'features/write/publish/publish-dialog.tsx PublishDialog "time"',
    "features/write/publish/publish-dialog.tsx PublishDialog {publishing.at}",
    "people/block-dialog.tsx BlockCommenterDialog {comments.blockWholeSite(site)}",
    "people/hide-comments.tsx useHidingComments {people.hideComments}",
    "signing/key-file-form.tsx Form {texts.keepFile}",
    "signing/key-file-form.tsx Form {texts.keep}",
  ],
  "It is a part of pasted HTML, and never shown.": [
    'features/write/in-place/office-html.ts addBox item.ownerDocument.createElement("input")',
  ],
  "It is a part of the text of the post, which the browser keeps.": [
    'features/write/in-place/inline-widgets.ts TaskWidget document.createElement("input")',
    'features/write/in-place/picture-fields.ts createFields document.createElement("input")',
    'features/write/in-place/picture-fields.ts createFields document.createElement("textarea")',
    "features/write/surface/markdown-editor.ts openMarkdownEditor new EditorView(",
  ],
};

test("nothing that is typed or chosen in the dashboard is lost with the page", () => {
  const unsafe = findFields(dashboard).filter(({ ends }) => !ends.some((end) => safeEnds.has(end)));
  const lost = unsafe.map(({ at, name }) => `${at} ${name}`).sort();
  expect(lost).toEqual(Object.values(exceptions).flat().sort());
});

const example = `
import { lazy, useState } from "react";
import { useKept } from "./kept.ts";
const Late = lazy(() => import("./late.tsx"));
function Field({ label, ...input }) { return <label>{label}<input {...input} /></label>; }
function Tick({ onTick }) { return <input type="checkbox" onChange={({ target }) => onTick(target.checked)} />; }
export function View() {
  const [text, setText] = useState("");
  const kept = useKept("key", "");
  const write = (next) => kept.set(next);
  return <>
    <Field label="lost" value={text} onChange={({ target }) => setText(target.value)} />
    <Field label="kept" value={kept.value} onChange={({ target }) => write(target.value)} />
    <Field label="left alone" name="alone" />
    <Field label="password" type="password" />
    <Tick onTick={setText} label="lost tick" />
    <Tick onTick={kept.set} label="kept tick" />
    <Late onWrite={setText} label="late" />
    <form ref={useKeptForm("form").form}><Field label="in a kept form" name="field" /><Field label="without name" /></form>
  </>;
}
export const open = (parent) => [new EditorView({ parent }), document.createElement("textarea")];
`;

test("a field is found behind the components, hooks and functions that hand its value on", () => {
  const folder = mkdtempSync(join(tmpdir(), "fields-"));
  try {
    writeFileSync(
      join(folder, "kept.ts"),
      "export function useKept(key) {}\nexport function useKeptForm(key) {}",
    );
    writeFileSync(
      join(folder, "late.tsx"),
      "export default function Late({ onWrite }) { return <textarea onChange={() => onWrite()} />; }",
    );
    writeFileSync(join(folder, "view.tsx"), example.replace("useKept }", "useKept, useKeptForm }"));
    const found = findFields(folder).map(({ name, ends }) => [
      name,
      ends.find((end) => safeEnds.has(end)) ?? "lost",
    ]);
    expect(Object.fromEntries(found)).toEqual({
      '"lost"': "lost",
      '"kept"': "kept",
      '"alone"': "lost",
      '"password"': "secret",
      '"lost tick"': "lost",
      '"kept tick"': "kept",
      '"late"': "lost",
      '"field"': "kept",
      '"without name"': "lost",
      "new EditorView(": "lost",
      'document.createElement("textarea")': "lost",
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
