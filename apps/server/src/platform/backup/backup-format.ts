/** The first and the last entry of a backup: what it is, and what has to be in it. */
export const BACKUP_INFO = "mcc-backup.json";
export const BACKUP_CONTENTS = "mcc-backup-contents.json";
export const BACKUP_FORMAT = 1;

export interface BackupInfo {
  readonly format: number;
  readonly created_at: string;
  /** The major version of PostgreSQL: another one cannot read the files. */
  readonly postgres: string;
}

/** The SHA-256 of each file, by its name in the backup. */
export type BackupContents = Readonly<Record<string, string>>;

/** A message for the operator. */
export class BackupError extends Error {}
