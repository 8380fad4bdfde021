import { randomBytes } from "node:crypto";
import { hashToken } from "../platform/access/tokens.ts";
import type { TestServer } from "./test-server.ts";

export const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";
const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

export interface ScimAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: what the server sends is asserted, not typed
  readonly body: any;
}

/** A directory with a token of the company. */
export const openDirectory = async (testServer: TestServer, companyId: number, slot = 1) => {
  const token = `mcc_scim_${randomBytes(24).toString("hex")}`;
  await testServer.sql(
    `insert into directory_tokens (company_id, slot, name, prefix, token_hash)
     values ($1, $2, 'Entra ID', 'mcc_scim_0000', $3)`,
    [companyId, slot, hashToken(token)],
  );
  return directoryWith(testServer, token);
};

export const directoryWith = ({ address }: Pick<TestServer, "address">, token: string) => {
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ScimAnswer> => {
    const answer = await fetch(`${address}/scim/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/scim+json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : undefined };
  };
  return {
    send,
    get: (path: string, headers?: Record<string, string>) => send("GET", path, undefined, headers),
    filter: (path: string, filter: string) => send("GET", `${path}?filter=${encodeURIComponent(filter)}`),
    create: (more: object = {}) => send("POST", "/Users", newUser(more)),
    createGroup: (displayName: string, members: readonly string[] = []) =>
      send("POST", "/Groups", {
        schemas: [GROUP],
        displayName,
        members: members.map((value) => ({ value })),
      }),
    patch: (path: string, ...Operations: object[]) => send("PATCH", path, { schemas: [PATCH], Operations }),
  };
};

let made = 0;

/** A user as a directory sends one. */
export const newUser = (more: object = {}) => {
  const name = `dir${++made}`;
  return {
    schemas: [USER],
    userName: `${name}@directory.example.com`,
    externalId: `ext-${name}`,
    name: { givenName: "Dora", familyName: `Number ${made}` },
    emails: [{ value: `${name}@directory.example.com`, type: "work", primary: true }],
    active: true,
    ...more,
  };
};
