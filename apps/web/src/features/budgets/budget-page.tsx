import { Button, Loader } from "@mantine/core";
import { can } from "@mcc/contract/access/permissions.ts";
import { budgetEndpoints } from "@mcc/contract/budgets/budgets.api.ts";
import type { Budget } from "@mcc/contract/budgets/budgets.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { Facts } from "@mcc/ui/content/facts.tsx";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../platform/api/call.ts";
import { CallError } from "../../platform/api/call-error.ts";
import { NotAvailable } from "../../platform/lists/table/table-cell.tsx";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { RecordPage } from "../../platform/records/record-page.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { PeriodOfBudget } from "./budget-period.tsx";
import classes from "./budgets.module.css";
import { coverageWords, recountWords, tellWords, budgetTexts as texts } from "./budgets.texts.ts";
import { refreshBudgets } from "./refresh-budgets.ts";

const loadDialog = async () => (await import("./budget-dialog.tsx")).BudgetDialog;

const Buttons = ({ budget }: { budget: Budget }) => {
  const [opened, setOpened] = useState(false);
  const Dialog = useLazy(loadDialog, { early: false, needed: opened });
  const navigate = useNavigate();
  const remove = () =>
    confirmDelete({
      key: [budgetEndpoints.delete.path, budget.id],
      title: texts.deleteTitle,
      question: texts.deleteQuestion(budget.name),
      confirm: texts.delete,
      send: async () => {
        await call(budgetEndpoints.delete, { params: { id: budget.id } });
        await navigate({ to: "/budgets" });
      },
      success: texts.deleted,
      failure: (error) =>
        error instanceof CallError && error.status === 409 ? error.detail : texts.deleteFailed,
      invalidate: refreshBudgets,
    });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {texts.edit}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => void remove()}
      >
        {texts.delete}
      </Button>
      {Dialog && (
        <Dialog key={String(opened)} budget={budget} opened={opened} onClose={() => setOpened(false)} />
      )}
    </>
  );
};

const Settings = ({ budget }: { budget: Budget }) => (
  <Card title={texts.settings}>
    <Facts
      facts={[
        { label: texts.covers, value: coverageWords(budget), wide: true },
        {
          label: texts.beyond,
          value: budget.role ? `${texts.beyonds.step}: ${budget.role.name}` : texts.beyonds[budget.beyond],
        },
        { label: texts.owners, value: budget.owners.map(({ name }) => name).join(", ") || <NotAvailable /> },
        { label: texts.tellAt, value: tellWords(budget.tell_at) || <NotAvailable /> },
      ]}
    />
  </Card>
);

const Recount = ({ recount }: Pick<Budget, "recount">) =>
  recount && (
    <p className={classes.preview} role="status">
      {recount.failed ? (
        texts.recountFailed
      ) : (
        <span>
          <Loader size="xs" mr={8} />
          {recountWords(recount.orders_read, recount.orders_found)}
        </span>
      )}
    </p>
  );

/** One budget: what is left, a chart over the period, its settings and its statement. */
export const BudgetPage = () => {
  const { budgetId: id = "" } = useParams({ strict: false });
  const who = useSessionUser();
  const loaded = useRecord(
    budgetEndpoints.find,
    { params: { id } },
    {
      failed: texts.fetchFailed,
      refreshWhile: (budget) => Boolean(budget?.recount && !budget.recount.failed),
    },
  );
  const budget = loaded.record as Budget | undefined;
  const list = { to: "/budgets", label: texts.title } as const;
  return (
    <RecordPage<Budget>
      section={texts.section}
      title={budget?.name ?? texts.section}
      breadcrumbs={breadcrumbs([list], budget?.name ?? texts.section)}
      back={{ to: "/budgets", label: texts.back }}
      failed={texts.fetchFailed}
      loaded={{ ...loaded, record: budget }}
      actions={budget && can(who, "company-admin") && <Buttons budget={budget} />}
    >
      {(one) => (
        <div className={classes.page} key={one.id}>
          <Recount recount={one.recount} />
          <PeriodOfBudget budget={one}>
            <Settings budget={one} />
          </PeriodOfBudget>
        </div>
      )}
    </RecordPage>
  );
};
