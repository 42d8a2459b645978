import type { Migration } from "../database.ts";

/**
 * What would be read as a whole is found by an index: the deliveries of one publication in one state, whatever its number of
 * followers; and of the owner's stylesheet no more than whether it is another one.
 */
export const largeRows: Migration = {
  name: "0009-large-rows",
  statements: () => [deliveries, stylesheet],
};

// With the kind, so that counting them reads the index alone.
const deliveries = "create index outbox_of_subject_by_state on outbox (subject, state, id, kind)";

const stylesheet = `insert into meta (key, value)
  select 'stylesheet_version', 'first' from meta where key = 'setting.stylesheet'`;
