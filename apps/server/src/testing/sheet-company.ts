import { randomUUID } from "node:crypto";
import * as contract from "@mcc/contract/imports/imports.api.ts";
import type { SiteBatch } from "@mcc/contract/imports/imports.schema.ts";
import { siteList } from "@mcc/contract/sites/sites.api.ts";
import { setUpSiteCompany } from "./site-company.ts";
import type { TestServer } from "./test-server.ts";

let made = 0;

/** A company whose admin uploads spreadsheets, and the calls about them. */
export const setUpSheetCompany = async (
  testServer: TestServer,
  traits: Parameters<typeof setUpSiteCompany>[1] = {},
) => {
  const company = await setUpSiteCompany(testServer, traits);
  const { token } = company;
  /** A row without a mistake. */
  const row = (more: object = {}) => {
    const at = ++made;
    return {
      row: at,
      name: `Sheet Site ${at}`,
      division: "Drilling",
      business_unit: "Bakken",
      region: "North",
      ecommerce_user_email: `sheet${at}@example.com`,
      ecommerce_username: `${company.slug}-Sheet${at}`,
      password: "s3cret-word",
      ...more,
    };
  };
  const upload = (
    sites: object[],
    more: { upsert?: boolean; as?: string; id?: string; batch?: number; users?: unknown } = {},
  ) => {
    const { upsert, as = token, id = randomUUID(), batch = 0, users } = more;
    return testServer.call(contract.batchCreateSites, {
      token: as,
      query: upsert ? { is_upsert: "true" } : {},
      body: { sites, users, import: { id, batch, file_name: "sites.xlsx" } } as unknown as SiteBatch,
    });
  };
  return {
    ...company,
    row,
    upload,
    check: (sites: object[], upsert = false, as = token) =>
      testServer.call(contract.checkSites, {
        token: as,
        query: upsert ? { is_upsert: "true" } : {},
        body: { sites } as never,
      }),
    findImport: (id: string, as = token) =>
      testServer.call(contract.findImport, { token: as, params: { id } }),
    failedRows: (id: string, as = token) =>
      testServer.call(contract.failedRows, { token: as, params: { id } }),
    correct: (id: string, rows: object[], as = token) =>
      testServer.call(contract.correctRows, { token: as, params: { id }, body: { rows } as never }),
    undo: (id: string, as = token) => testServer.call(contract.undoImport, { token: as, params: { id } }),
    sites: async (search = "") =>
      (await testServer.call(siteList.page, { token, query: { search, limit: "100" } })).body.results,
  };
};
export type SheetCompany = Awaited<ReturnType<typeof setUpSheetCompany>>;
