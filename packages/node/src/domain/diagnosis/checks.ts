import type { Check } from "./check.ts";
import { checkCertificate } from "./checks/certificate.ts";
import { checkClock } from "./checks/clock.ts";
import { checkPublicUrl, checkWarnings } from "./checks/configuration.ts";
import {
  checkContents,
  checkDatabaseOpens,
  checkDatabaseSound,
  checkMigrations,
  checkWriteAheadLog,
} from "./checks/database.ts";
import { checkForwarding } from "./checks/forwarding.ts";
import {
  checkDisk,
  checkOpenFiles,
  checkPermissions,
  checkRecovery,
  checkRuntime,
  checkServer,
} from "./checks/machine.ts";
import { checkCallBack, checkDns, checkReach } from "./checks/outside.ts";
import { checkMethods, checkUploads } from "./checks/proxy.ts";
import { checkMail, checkPeers, checkPush, checkQueues } from "./checks/work.ts";

/** Everything that is looked at, once, in the order in which it is told. Docs, command, console and installer show this. */
export const checks: readonly Check[] = [
  checkWarnings,
  checkPublicUrl,
  checkServer,
  checkRuntime,
  checkRecovery,
  checkOpenFiles,
  checkDisk,
  checkPermissions,
  checkClock,
  checkDatabaseOpens,
  checkMigrations,
  checkDatabaseSound,
  checkWriteAheadLog,
  checkContents,
  checkQueues,
  checkPeers,
  checkMail,
  checkPush,
  checkDns,
  checkCertificate,
  checkReach,
  checkCallBack,
  checkMethods,
  checkUploads,
  checkForwarding,
];
