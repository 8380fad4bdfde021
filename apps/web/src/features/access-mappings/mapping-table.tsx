import type { AccessMapping } from "@mcc/contract/access-mappings/access-mappings.schema.ts";
import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import type { MenuAction } from "@mcc/ui/overlays/button-menu.tsx";
import { PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { IconArrowDown, IconArrowUp, IconPencil } from "@tabler/icons-react";
import { deleteEntry } from "../../platform/records/record-actions.tsx";
import { RowMenu } from "../../platform/records/row-menu.tsx";
import classes from "./mappings.module.css";
import { mappingTexts as texts } from "./mappings.texts.ts";

const icon = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

interface MappingTableProps {
  readonly lines: readonly AccessMapping[];
  readonly onChange: (lines: readonly AccessMapping[]) => void;
  readonly onEdit: (at: number) => void;
}

/** The lines in their order, with what changes them. */
export const MappingTable = ({ lines, onChange, onEdit }: MappingTableProps) => {
  const move = (at: number, by: number) => {
    const line = lines[at];
    if (line) onChange(lines.toSpliced(at, 1).toSpliced(at + by, 0, line));
  };
  const actionsOf = (at: number): MenuAction[] => [
    ...(at > 0 ? [{ label: texts.up, icon: <IconArrowUp {...icon} />, onClick: () => move(at, -1) }] : []),
    ...(at < lines.length - 1
      ? [{ label: texts.down, icon: <IconArrowDown {...icon} />, onClick: () => move(at, 1) }]
      : []),
    { ...deleteEntry(() => onChange(lines.toSpliced(at, 1))), label: texts.remove },
  ];
  return (
    <PlainTable
      label={texts.table}
      rows={lines.map((line, at) => ({ line, at }))}
      rowKey={({ line }) => `${line.claim} ${line.value}`}
      empty={texts.empty}
      inCard
      columns={[
        { label: texts.who, cell: ({ line }) => <div className={classes.gives}>{texts.whoHas(line)}</div> },
        { label: texts.what, cell: ({ line }) => <div className={classes.gives}>{texts.gives(line)}</div> },
        {
          label: texts.actions,
          narrow: true,
          cell: ({ line, at }) => (
            <div className={classes.actions}>
              <IconAction
                label={texts.edit}
                about={texts.whoHas(line)}
                icon={<IconPencil {...icon} />}
                onClick={() => onEdit(at)}
              />
              <RowMenu about={texts.whoHas(line)} actions={actionsOf(at)} />
            </div>
          ),
        },
      ]}
    />
  );
};
