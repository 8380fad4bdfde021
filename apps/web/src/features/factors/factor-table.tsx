import type { Factor } from "@mcc/contract/factors/factors.schema.ts";
import { type PlainColumn, PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import type { ReactNode } from "react";
import { formatDate, formatMoment } from "../../platform/page/format.ts";
import { userFactorTexts as texts } from "./user-factors.texts.ts";

const columns: readonly PlainColumn<Factor>[] = [
  { label: texts.name, cell: ({ name }) => name },
  { label: texts.kind, cell: ({ kind }) => texts.kinds[kind] },
  { label: texts.added, cell: ({ created_at }) => formatDate(created_at) },
  {
    label: texts.lastUse,
    cell: ({ last_used_at }) => (last_used_at ? formatMoment(last_used_at) : texts.never),
  },
];

interface FactorTableProps {
  readonly label: string;
  readonly factors: readonly Factor[] | undefined;
  readonly empty: string;
  readonly action?: (factor: Factor) => ReactNode;
}

export const FactorTable = ({ label, factors, empty, action }: FactorTableProps) => (
  <PlainTable
    label={label}
    columns={action ? [...columns, { label: texts.actions, narrow: true, cell: action }] : columns}
    rows={factors}
    rowKey={({ id }) => id}
    empty={empty}
    inCard
  />
);
