import { platformSignInList, signInList } from "@mcc/contract/security/sign-ins.api.ts";
import type { SignIn } from "@mcc/contract/security/sign-ins.schema.ts";
import { personColumn } from "../../platform/lists/columns/person-column.tsx";
import type { RowColumns } from "../../platform/lists/columns/row-columns.ts";
import { WITHOUT_STREAM_MS } from "../../platform/lists/list-page.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { WholeText } from "../../platform/lists/table/table-cell.tsx";
import { Page } from "../../platform/page/page.tsx";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { resultTones } from "./result-tones.ts";
import { aboveSecurity, securityTexts as texts } from "./security.texts.ts";

/** The same for both lists. */
const columns: RowColumns<typeof signInList> = {
  at: {},
  user: personColumn(({ user }: SignIn) => user?.name, texts.unknown),
  method: { card: "detail" },
  result: { tones: resultTones },
  address: { width: [110, 260], card: "detail" },
  device: { width: [120, 240], card: "detail" },
  reference: { width: [90, 140], card: "detail" },
  reason: { cell: ({ reason }) => <WholeText>{reason}</WholeText>, width: [160, 420], card: "detail" },
};

const table = {
  noun: texts.signIns,
  searched: texts.signInsSearched,
  columns,
  rowKey: ({ id }: SignIn) => id,
  refreshEvery: WITHOUT_STREAM_MS,
  emptyHint: texts.noSignIns,
  spreadsheet: {},
} as const;

/** The sign-ins of the company's users, accepted and refused, for company admins. */
export const SignInsPage = () => (
  <Page breadcrumbs={breadcrumbs(aboveSecurity, texts.signIns)} title={texts.signIns}>
    <ResourceTable list={useListState(signInList)} {...table} />
  </Page>
);

/** Those of platform admins, and of accounts that do not exist. */
export const PlatformSignInsPage = () => (
  <Page section={texts.platform} title={texts.signIns}>
    <ResourceTable list={useListState(platformSignInList)} {...table} />
  </Page>
);
