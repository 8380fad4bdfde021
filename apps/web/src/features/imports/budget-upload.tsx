import type { SessionCompany } from "@mcc/contract/access/session.ts";
import { useMemo } from "react";
import { budgetChecker, budgetImportColumns, sendBudgets } from "./budget-import.ts";
import { type OpenedSheet, SheetUpload } from "./sheet-upload.tsx";

/** Uploads the budgets of a sheet. */
export const BudgetUpload = ({ company, ...opened }: OpenedSheet & { company: SessionCompany }) => {
  const columns = useMemo(() => budgetImportColumns(company), [company]);
  return (
    <SheetUpload {...opened} kind="budgets" columns={columns} checker={budgetChecker} send={sendBudgets} />
  );
};
