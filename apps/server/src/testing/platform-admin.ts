import * as administratorContract from "@mcc/contract/companies/administrators.api.ts";
import * as contract from "@mcc/contract/companies/companies.api.ts";
import * as configurationContract from "@mcc/contract/companies/configurations.api.ts";
import { importNodes, importSites } from "@mcc/contract/imports/file-imports.api.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { addPerson, tokenFor } from "./people.ts";
import type { TestServer } from "./test-server.ts";

let made = 0;

export interface ImportAnswer {
  readonly created?: number;
  readonly detail?: string;
  readonly errors?: readonly { readonly row: number; readonly column: string; readonly message: string }[];
  readonly file?: readonly string[];
  readonly company?: readonly string[];
}

interface UploadOptions {
  readonly other?: string;
  readonly name?: string;
  readonly progress?: string;
}

/** A platform admin, and the calls about companies. */
export const setUpPlatformAdmin = async (testServer: TestServer) => {
  const operator = await addPerson(testServer, null, { firstName: "Olive", lastName: "Platform" });
  const token = await tokenFor(testServer, operator.username);
  const as = (other?: string) => ({ token: other ?? token });
  const create = (body: object, other?: string) =>
    testServer.call(contract.createCompany, { ...as(other), body: body as never });
  const configuration = (more: object = {}) => ({
    tenantGroup: "north",
    customerERPIdentifier: "ERP-1",
    hasOrderApproval: true,
    hasOrderTracking: false,
    hasCompanyHierarchy: null,
    ...more,
  });
  const configure = (company: unknown, more: object = {}, other?: string) =>
    testServer.call(configurationContract.createConfiguration, {
      ...as(other),
      body: { ...configuration(more), company } as never,
    });
  /** Sends a form with a file, as the page does. */
  const upload = async (
    endpoint: Endpoint,
    company: unknown,
    file: string | Buffer | null,
    { other, name = "import.csv", progress }: UploadOptions = {},
  ) => {
    const form = new FormData();
    if (company !== undefined) form.set("company", String(company));
    if (progress !== undefined) form.set("progress", progress);
    if (file !== null) form.set("file", new File([file as never], name, { type: "text/csv" }));
    const response = await fetch(`${testServer.address}/api${endpoint.path}`, {
      method: "POST",
      headers: { authorization: `JWT ${other ?? token}` },
      body: form,
    });
    return { status: response.status, body: (await response.json()) as ImportAnswer };
  };
  return {
    operator,
    importNodes: (...given: [unknown, string | Buffer | null, UploadOptions?]) =>
      upload(importNodes, ...given),
    importSites: (...given: [unknown, string | Buffer | null, UploadOptions?]) =>
      upload(importSites, ...given),
    token,
    create,
    list: (query: object = {}, other?: string) =>
      testServer.call(contract.companyList.page, { ...as(other), query: query as never }),
    find: (id: unknown, other?: string) =>
      testServer.call(contract.findCompany, { ...as(other), params: { id } }),
    update: (id: unknown, body: object, other?: string) =>
      testServer.call(contract.updateCompany, { ...as(other), params: { id }, body: body as never }),
    configuration,
    configure,
    findConfiguration: (id: unknown, other?: string) =>
      testServer.call(configurationContract.findConfiguration, { ...as(other), params: { id } }),
    reconfigure: (id: unknown, body: object, other?: string) =>
      testServer.call(configurationContract.updateConfiguration, {
        ...as(other),
        params: { id },
        body: body as never,
      }),
    administrators: (id: unknown, other?: string) =>
      testServer.call(administratorContract.administrators, { ...as(other), params: { id } }),
    invite: (id: unknown, body: object, other?: string) =>
      testServer.call(administratorContract.inviteAdministrator, {
        ...as(other),
        params: { id },
        body: body as never,
      }),
    correct: (id: unknown, user: unknown, email: string, other?: string) =>
      testServer.call(administratorContract.updateAdministrator, {
        ...as(other),
        params: { id, user },
        body: { email },
      }),
    resend: (id: unknown, user: unknown, other?: string) =>
      testServer.call(administratorContract.resendInvitation, { ...as(other), params: { id, user } }),
    revoke: (id: unknown, user: unknown, other?: string) =>
      testServer.call(administratorContract.revokeAdministrator, { ...as(other), params: { id, user } }),
    /** A new company with a configuration. */
    company: async (more: object = {}) => {
      const { body } = await create({ name: `Made Company ${++made}` });
      await configure(body.id, more);
      return body;
    },
  };
};
