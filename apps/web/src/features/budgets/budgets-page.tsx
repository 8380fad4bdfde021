import { can } from "@mcc/contract/access/permissions.ts";
import { budgetEndpoints } from "@mcc/contract/budgets/budgets.api.ts";
import type { Budget } from "@mcc/contract/budgets/budgets.schema.ts";
import type { PlainColumn } from "@mcc/ui/tables/plain-table.tsx";
import { NotAvailable } from "../../platform/lists/table/table-cell.tsx";
import { formatMoney } from "../../platform/page/format.ts";
import { Page } from "../../platform/page/page.tsx";
import { CreateButton } from "../../platform/records/forms/create-button.tsx";
import { UploadsLink } from "../../platform/records/import/uploads-link.tsx";
import { RecordLink } from "../../platform/records/record-link.tsx";
import { RecordTable } from "../../platform/records/record-table.tsx";
import { useRecords } from "../../platform/records/use-records.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { BudgetFigures } from "./budget-bar.tsx";
import { coverageWords, figuresOf, isTooEarly, periodWords, budgetTexts as texts } from "./budgets.texts.ts";
import { toBudget } from "./to-budget.ts";

const money = (amount: string | null) => (amount === null ? <NotAvailable /> : formatMoney(amount));

const columns: readonly PlainColumn<Budget>[] = [
  {
    label: texts.name,
    sort: "name",
    cell: ({ id, name }) => <RecordLink to={toBudget(id)}>{name}</RecordLink>,
  },
  { label: texts.period, cell: periodWords },
  { label: texts.covers, cell: coverageWords },
  { label: texts.amount, isAmount: true, cell: ({ amount }) => money(amount) },
  {
    label: texts.used,
    cell: (budget) => {
      const figures = figuresOf(budget);
      return figures && <BudgetFigures figures={figures} />;
    },
  },
  {
    label: texts.forecast,
    isAmount: true,
    cell: (budget) => (isTooEarly(budget) ? texts.tooEarly : money(budget.forecast)),
  },
];

/** The budgets that the user may see, with what is used, reserved and left of each. */
export const BudgetsPage = () => {
  const who = useSessionUser();
  const listed = useRecords(budgetEndpoints.list, { orderBy: "name", failed: texts.listFailed });
  return (
    <Page
      section={texts.listSection}
      title={texts.title}
      actions={
        can(who, "company-admin") && (
          <>
            <UploadsLink to="/budgets/upload">{texts.upload}</UploadsLink>
            <CreateButton
              label={texts.create}
              load={async () => (await import("./budget-dialog.tsx")).BudgetDialog}
            />
          </>
        )
      }
    >
      <RecordTable<Budget> {...listed} label={texts.title} columns={columns} empty={texts.empty} isLinked />
    </Page>
  );
};
