import type { Settings } from "../env.ts";
import type { Changes } from "./changes.ts";
import type { Database } from "./database.ts";
import type { Jobs } from "./jobs.ts";
import type { Links } from "./links.ts";
import type { Log } from "./log.ts";
import type { Seal } from "./seal.ts";
import type { Storage } from "./storage.ts";
import type { Streams } from "./streams.ts";
import type { Tokens } from "./tokens.ts";

/** What every feature may stand on. */
export interface Platform {
  readonly settings: Settings;
  readonly database: Database;
  readonly storage: Storage;
  readonly jobs: Jobs;
  readonly changes: Changes;
  readonly streams: Streams;
  readonly tokens: Tokens;
  readonly links: Links;
  readonly seal: Seal;
  readonly log: Log;
  /** Where people reach the pages: used in e-mails and links. */
  readonly publicUrl: () => string;
}
