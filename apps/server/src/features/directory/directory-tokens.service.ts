import { randomBytes } from "node:crypto";
import type { DirectoryToken, NewDirectoryToken } from "@mcc/contract/directory/directory.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { hashToken } from "../../platform/access/tokens.ts";
import type { Services } from "../../platform/services.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import * as queries from "./directory-tokens.queries.ts";
import { SCIM_PATH } from "./scim/scim-path.ts";

const PREFIX = "mcc_scim_";
/** Enough to tell two tokens apart, far too little to guess the rest. */
const SHOWN_LENGTH = PREFIX.length + 4;
const FORMAT = /^mcc_scim_[0-9a-f]{48}$/;

/** The hash of the token in an Authorization header; what cannot be one of ours does not reach the database. */
export const directoryTokenHash = (authorization = ""): Buffer => {
  const [scheme = "", token = "", ...rest] = authorization.split(" ");
  const isToken = scheme.toLowerCase() === "bearer" && FORMAT.test(token) && rest.length === 0;
  return isToken ? hashToken(token) : fail("directory.token_required");
};

const toToken = ({ created_at, last_used_at, ...token }: queries.TokenRecord): DirectoryToken => ({
  ...token,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

export const listDirectoryTokens = async ({ publicUrl }: Services, scope: CompanyScope) => ({
  results: (await queries.tokenRows(scope)).map(toToken),
  address: new URL(SCIM_PATH, publicUrl()).href,
});

/** Only the hash is stored: the token in this response cannot be shown again. */
export const createDirectoryToken = async (scope: CompanyScope, { name }: NewDirectoryToken) => {
  const token = PREFIX + randomBytes(24).toString("hex");
  const prefix = token.slice(0, SHOWN_LENGTH);
  const id =
    (await queries.addToken(scope, { name, prefix, hash: hashToken(token) })) ??
    fail("directory.tokens_full");
  await addChangeEntry(scope, { action: "directory_token.created", record: { id, ...{ name } } });
  const row = (await queries.tokenRows(scope)).find((each) => each.id === id) ?? fail("not_found");
  return { ...toToken(row), token };
};

export const deleteDirectoryToken = async (scope: CompanyScope, id: number) => {
  const { name } = (await queries.deleteToken(scope, id)) ?? fail("not_found");
  await addChangeEntry(scope, { action: "directory_token.deleted", record: { id, ...{ name } } });
  return { detail: "The token was deleted. It no longer works." };
};
