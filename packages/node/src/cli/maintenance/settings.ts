import { graphql } from "@freehold/client";
import {
  type SettingName,
  settingNames,
  settings as settingsTable,
} from "../../domain/settings/setting-table.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { safeText } from "../../observability/safe-text.ts";
import type { OpenNode } from "../../startup/open-node.ts";
import { askApi } from "../ask-api.ts";
import { type Call, chooseAction } from "../command.ts";
import { type Column, formatTable } from "../format.ts";
import { openForCall } from "../open-for-call.ts";
import { printResult } from "../terminal.ts";

type Values = Readonly<Record<string, unknown>>;

/** All that the owner sees; a test compares it with the table of settings. */
const seenSettings = graphql(`fragment Seen on Settings {
  enableRss countReads allowFollow allowComment commentsNeedApproval receiveMentions sendMentions indexNow defaultLanguage
  timeZone defaultTheme siteTheme siteMenu profileLinks fullTextsOnHome accentHue stylesheet walletConnectProjectId mailFrom newsletter
  newsletterSending newsletterPerHour notifyFollower notifyComment notifyVisitor notifyFailedPeer showChecklist
  replicasPerPeer replicaBytesPerPeer mailTransportIsSet ensRpcIsSet
}`);
const settingsQuery = graphql("query { settings { ...Seen } }", [seenSettings]);
const updateSettings = graphql(
  "mutation ($input: UpdateSettingsInput!) { saved: updateSettings(input: $input) { ...Seen } }",
  [seenSettings],
);

const columns: readonly Column<[string, unknown]>[] = [
  { title: "SETTING", style: "bold", cell: ([name]) => name },
  { title: "VALUE", flexible: true, cell: ([, value]) => safeText(String(value ?? "")).slice(0, 400) },
];

/** `freehold settings`: lists, shows and changes the settings of the dashboard. */
export async function settings(call: Call): Promise<void> {
  const { action, rest } = chooseAction(call, { list: [0, 0], get: [1, 1], set: [2, 2], reset: [1, 1] });
  const [text = "", value = ""] = rest;
  const name = action === "list" ? null : requireName(text);
  await using node = await openForCall(call);
  if (name === null || action === "get") {
    const all: Values = (await askApi(node, settingsQuery)).settings;
    if (name === null)
      return await printResult(call, all, [formatTable(columns, Object.entries(all), call.terminal)]);
    if (settingsTable[name].seenBy === "nobody")
      throw new AppError("USAGE", msg`${name} can be set, but is never shown.`);
    return await printResult(call, { [name]: all[name] }, [String(all[name] ?? "")]);
  }
  const saved = await save(node, { [name]: action === "reset" ? null : parseValue(name, value) });
  await printResult(call, saved, [`Saved ${name}.`]);
}

async function save(node: OpenNode, input: Values): Promise<Values> {
  return (await askApi(node, updateSettings, { input })).saved;
}

function requireName(text: string): SettingName {
  const name = settingNames.find((one) => one === text);
  if (name) return name;
  throw new AppError(
    "USAGE",
    msg`There is no setting ${JSON.stringify(text)}. There are ${settingNames.join(", ")}.`,
  );
}

/** @returns a value of the setting's type; the use case checks it */
function parseValue(name: SettingName, text: string): unknown {
  const type = typeof settingsTable[name].default;
  if (type === "boolean" && /^(true|false)$/.test(text)) return text === "true";
  if (type === "number" && /^[0-9]{1,15}$/.test(text)) return Number(text);
  if (type === "string") return text;
  throw new AppError("USAGE", msg`${name} must ${settingsTable[name].must}, not ${JSON.stringify(text)}.`);
}
