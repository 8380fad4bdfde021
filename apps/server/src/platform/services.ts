import type { Settings } from "../env.ts";
import type { CompanyKeyUse } from "./access/keys/company-key-use.ts";
import type { ContentSigner } from "./access/secrets/content-signer.ts";
import type { SignedLinks } from "./access/secrets/signed-links.ts";
import type { TextCipher } from "./access/secrets/text-cipher.ts";
import type { SessionUse } from "./access/session-use.ts";
import type { Tokens } from "./access/tokens.ts";
import type { Database } from "./db/database.ts";
import type { Storage } from "./files/storage.ts";
import type { RequestUse } from "./http/limits/request-use.ts";
import type { JobQueue } from "./jobs/job-queue.ts";
import type { ChangeFeed } from "./live/change-feed.ts";
import type { EventStreams } from "./live/event-streams.ts";
import type { Log } from "./log.ts";

/** What every feature may use. */
export interface Services {
  readonly settings: Settings;
  readonly database: Database;
  readonly storage: Storage;
  readonly jobs: JobQueue;
  readonly changes: ChangeFeed;
  readonly streams: EventStreams;
  readonly tokens: Tokens;
  readonly sessionUse: SessionUse;
  readonly requestUse: RequestUse;
  readonly companyKeyUse: CompanyKeyUse;
  readonly signedLinks: SignedLinks;
  readonly textCipher: TextCipher;
  /** Signs the heads of the audit. */
  readonly auditSigner: ContentSigner;
  readonly log: Log;
  /** The public address of the pages: used in e-mails and links. */
  readonly publicUrl: () => string;
}
