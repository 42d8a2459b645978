import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { listMeta, writeMeta } from "../../store/meta.ts";
import { limits } from "../limits.ts";
import { readMailSettings } from "./mail-settings.ts";
import { isSecret, settingNames, settings } from "./setting-table.ts";
import {
  readPublicSettings,
  readSettings,
  readSettingValues,
  readSiteLooks,
  readStylesheet,
  updateSettings,
} from "./settings.ts";

it("says of each setting that can hold a server's address that the node calls it", () => {
  const addresses = [
    "https://rpc.example/",
    "smtps://mail.example",
    "wss://relay.example/",
    "mail.example:25",
  ];
  const takers = settingNames.filter((name) => addresses.some((text) => settings[name].parse(text) !== null));
  // A stylesheet takes every text, and only browsers read it; the owner's links are for readers.
  const isForBrowsers = (name: string) => name === "stylesheet" || name === "profileLinks";
  const silent = takers.filter((name) => settings[name].calls === null && !isForBrowsers(name));
  expect(takers).toEqual(expect.arrayContaining(["indexNow", "ensRpc", "mailTransport"]));
  expect(silent).toEqual([]);
});

const secret = "smtps://ada:hunter2@mail.example";

forEachDatabase((_name, open) => {
  it("has a value for every setting before any was set", async () => {
    const store = await open();
    const found = await readSettings({ store });
    for (const name of settingNames.filter((each) => !isSecret(each))) {
      expect(found).toHaveProperty(name, settings[name].default);
    }
  });

  it("changes what is named, and leaves the rest", async () => {
    const store = await open();
    await updateSettings({ store }, { allowComment: false, defaultLanguage: "pt-BR" });
    const changed = await updateSettings({ store }, { mailFrom: "ada@Mail.example" });
    expect(changed).toMatchObject({
      allowComment: false,
      allowFollow: true,
      defaultLanguage: "pt-BR",
      mailFrom: "ada@mail.example",
    });
    const reset = await updateSettings({ store }, { allowComment: null, mailFrom: "", enableRss: undefined });
    expect(reset).toMatchObject({ allowComment: true, mailFrom: "", defaultLanguage: "pt-BR" });
  });

  it("tells nobody the mail server's address, which has a password in it", async () => {
    const store = await open();
    expect((await readSettings({ store })).mailTransportIsSet).toBe(false);
    const answer = await updateSettings({ store }, { mailTransport: secret, mailFrom: "ada@mail.example" });
    expect(answer.mailTransportIsSet).toBe(true);
    for (const told of [answer, await readSettings({ store }), await readPublicSettings({ store })]) {
      expect(JSON.stringify(told)).not.toContain("hunter2");
      expect(told).not.toHaveProperty("mailTransport");
    }
    expect((await readMailSettings(store.db))?.transport.login?.password).toBe("hunter2");
  });

  it("shows anybody what is public, and nothing else", async () => {
    const store = await open();
    await updateSettings({ store }, { mailFrom: "ada@mail.example" });
    expect(Object.keys(await readPublicSettings({ store })).sort()).toEqual([
      "allowComment",
      "allowFollow",
      "commentsNeedApproval",
      "defaultLanguage",
      "defaultTheme",
      "enableRss",
      "timeZone",
      "walletConnectProjectId",
    ]);
  });

  it("takes the name of a time zone, and nothing else as one", async () => {
    const store = await open();
    expect(await updateSettings({ store }, { timeZone: "Asia/Shanghai" })).toMatchObject({
      timeZone: "Asia/Shanghai",
    });
    for (const timeZone of ["+08:00", "Mars/Olympus", "a/../b", 8])
      await expect(updateSettings({ store }, { timeZone })).rejects.toThrow(
        "timeZone must be the name of a time zone",
      );
    expect(await readSettings({ store })).toMatchObject({ timeZone: "Asia/Shanghai" });
    expect(await updateSettings({ store }, { timeZone: null })).toMatchObject({ timeZone: "UTC" });
  });

  it("sends mail only when server and sender are both known", async () => {
    const store = await open();
    await updateSettings({ store }, { mailTransport: secret });
    expect(await readMailSettings(store.db)).toBeNull();
    await updateSettings({ store }, { mailFrom: "ada@mail.example" });
    expect((await readMailSettings(store.db))?.from).toBe("ada@mail.example");
  });

  it("keeps a hue of a circle, and goes back to the address's", async () => {
    const store = await open();
    expect((await readSiteLooks({ store })).accentHue).toBeNull();
    for (const hue of ["0", "7", "99", "299", "359"]) {
      expect((await updateSettings({ store }, { accentHue: hue })).accentHue).toBe(hue);
      expect((await readSiteLooks({ store })).accentHue).toBe(Number(hue));
    }
    for (const none of ["360", "-1", "007", "1e2", "12.5", " 12", "red", "0x1", 12]) {
      await expect(updateSettings({ store }, { accentHue: none })).rejects.toMatchObject({
        code: "VALIDATION_FAILED",
        message: expect.stringMatching(/^accentHue must be a hue in degrees/),
      });
    }
    expect((await readSiteLooks({ store })).accentHue).toBe(359);
    expect((await updateSettings({ store }, { accentHue: "" })).accentHue).toBe("");
    expect((await readSiteLooks({ store })).accentHue).toBeNull();
  });

  it("keeps a stylesheet of so many bytes, and no longer one; empty is none", async () => {
    const store = await open();
    // Three bytes a character: the limit is one of bytes.
    const full = "/*字*/".padEnd(limits.stylesheetBytes - 2, " ");
    expect(Buffer.byteLength(full)).toBe(limits.stylesheetBytes);
    expect((await updateSettings({ store }, { stylesheet: full })).stylesheet).toBe(full);
    for (const none of [`${full} `, "p::after { content: '\u0000' }", "/* \ud800 */", 7]) {
      await expect(updateSettings({ store }, { stylesheet: none })).rejects.toMatchObject({
        code: "VALIDATION_FAILED",
        message: "stylesheet must be CSS: well-formed text of at most 65 kB.",
      });
    }
    expect(await readStylesheet({ store })).toBe(full);
    expect(await readSettingValues(store.db)).not.toHaveProperty("stylesheet");
    const { stylesheetVersion } = await readSiteLooks({ store });
    await updateSettings({ store }, { stylesheet: "p {}" });
    expect((await readSiteLooks({ store })).stylesheetVersion).not.toBe(stylesheetVersion);
    await updateSettings({ store }, { stylesheet: full });
    expect((await readSiteLooks({ store })).stylesheetVersion).toBe(stylesheetVersion);
    expect((await updateSettings({ store }, { stylesheet: "" })).stylesheet).toBe("");
    expect((await readSiteLooks({ store })).stylesheetVersion).toBeNull();
    expect(await listMeta(store.db, "setting.")).toEqual(new Map());
  });

  it("refuses all changes when one is wrong, tells every problem, and repeats no value", async () => {
    const store = await open();
    const patch = {
      allowFollow: false,
      enableRss: "yes",
      mailFrom: "ada@mail.example\r\nBcc: all@example.com",
      mailTransport: "https://ada:hunter2@mail.example",
      defaultLanguage: "<script>",
      "installed_at\u0000": "now",
    };
    const refused = await updateSettings({ store }, patch).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "VALIDATION_FAILED" });
    const sentence = String(refused);
    for (const name of ["enableRss", "mailFrom", "mailTransport", "defaultLanguage", "does not have"]) {
      expect(sentence).toContain(name);
    }
    expect(sentence).not.toMatch(/hunter2|script|Bcc|installed_at/);
    expect(await listMeta(store.db, "setting.")).toEqual(new Map());
  });

  it("takes a stored value that is none any more for one that is not set", async () => {
    const store = await open();
    await store.transaction(async (tx) => {
      await writeMeta(tx, "setting.allowComment", "maybe");
      await writeMeta(tx, "setting.mailTransport", "file:///etc/passwd");
      await writeMeta(tx, "settings", "another key");
    });
    expect(await readSettings({ store })).toMatchObject({ allowComment: true, mailTransportIsSet: false });
  });
});
