import { budgetEndpoints } from "@mcc/contract/budgets/budgets.api.ts";
import type { Budget } from "@mcc/contract/budgets/budgets.schema.ts";
import { useState } from "react";
import { call } from "../../platform/api/call.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { CreateDialog } from "../../platform/records/forms/create-dialog.tsx";
import { BudgetFields } from "./budget-fields.tsx";
import { BudgetForm, type BudgetValues, bodyOf, fieldOf, newBudget, valuesOf } from "./budget-form.schema.ts";
import { budgetTexts as texts } from "./budgets.texts.ts";
import { refreshBudgets } from "./refresh-budgets.ts";

interface BudgetDialogProps {
  /** The budget that is edited; a new one without it. */
  readonly budget?: Budget;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** One dialog for all of a budget, new or not. */
export const BudgetDialog = ({ budget, opened, onClose }: BudgetDialogProps) => {
  const [initialValues] = useState(() => (budget ? valuesOf(budget) : newBudget));
  const send = (values: BudgetValues) =>
    budget
      ? call(budgetEndpoints.update, { params: { id: budget.id }, body: bodyOf(values) })
      : call(budgetEndpoints.create, { body: bodyOf(values) });
  return (
    <CreateDialog<BudgetValues>
      opened={opened}
      onClose={onClose}
      title={budget ? texts.editTitle : texts.createTitle}
      submit={budget ? texts.save : texts.createSubmit}
      schema={BudgetForm}
      initialValues={initialValues}
      fieldOf={fieldOf}
      blocked={({ dirty }) => budget !== undefined && !dirty}
      send={(values) =>
        saveRecord({
          send: () => send(values),
          success: budget ? texts.updated : texts.created,
          failure: budget ? texts.updateFailed : texts.createFailed,
          fieldErrorsOnly: true,
          invalidate: refreshBudgets,
        })
      }
    >
      {(_field, form) => <BudgetFields form={form} id={budget?.id} />}
    </CreateDialog>
  );
};
