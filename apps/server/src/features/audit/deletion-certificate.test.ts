import { expect, test } from "vitest";
import { makeContentSigner } from "../../platform/access/secrets/content-signer.ts";
import type { Secrets } from "../../platform/access/secrets/secrets.ts";
import {
  type DeletionCertificate,
  readCertificate,
  signCertificate,
} from "./deletion-certificate.service.ts";

const [OLD, NEW] = ["the secret of before, long enough", "the secret of today, long enough"] as const;
const certificate: DeletionCertificate = {
  format: 1,
  company: { id: 7, name: "Northwind", slug: "northwind" },
  closed_at: "2026-01-01T00:00:00.000Z",
  closed_by: "Olive Platform",
  deletion_began_at: "2026-02-01T00:00:00.000Z",
  deleted_at: "2026-02-01T01:00:00.000Z",
  records: { orders: 3 },
  files: { count: 1, bytes: 10 },
  audit: { entries: 4, last_hash: "ab" },
};

test("a certificate stays valid when the secret of the installation changes (LIFE-004 partly)", () => {
  const text = signCertificate(makeContentSigner("audit heads", OLD), certificate);
  const lists: readonly Secrets[] = [[OLD], [OLD, NEW], [NEW, OLD]];
  for (const secrets of lists)
    expect(readCertificate(makeContentSigner("audit heads", ...secrets), text)).toEqual(certificate);
  expect(readCertificate(makeContentSigner("audit heads", NEW), text)).toBeUndefined();
  const changed = text.replace("Northwind", "Southwind");
  expect(readCertificate(makeContentSigner("audit heads", NEW, OLD), changed)).toBeUndefined();
});
