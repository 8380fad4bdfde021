import { updateNode } from "@mcc/contract/hierarchy/nodes.api.ts";
import { z } from "zod";
import { call } from "../../../platform/api/call.ts";
import { saveRecord } from "../../../platform/records/action.ts";
import { NodeSelect } from "../../../platform/records/fields/node-select.tsx";
import { CreateDialog } from "../../../platform/records/forms/create-dialog.tsx";
import { hierarchyTexts } from "../hierarchy.texts.ts";
import { refreshHierarchy } from "../refresh-hierarchy.ts";
import { sameGroupRemark } from "../same-group-remark.ts";
import type { DiagramItem } from "./diagram/diagram-items.ts";
import { MovePreview } from "./move-preview.tsx";
import { treeTexts as texts } from "./tree.texts.ts";

type Values = { readonly parent: string | null };

interface ChooseParentProps {
  readonly item: DiagramItem;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onMoved: (parent: number) => void;
}

/** Moves a node without dragging: for keyboards, screen readers and fingers. */
export const ChooseParent = ({ item, opened, onClose, onMoved }: ChooseParentProps) => {
  const current = item.parent && String(item.parent.id);
  const schema = z.object({
    parent: z
      .string({ error: texts.parentRequired })
      .refine((parent) => parent !== current, texts.sameParent(item.parent?.name ?? "")),
  }) as unknown as z.ZodType<unknown, Values>;
  const send = ({ parent }: Values) =>
    saveRecord({
      send: () => call(updateNode, { params: { id: item.id }, body: { parent: Number(parent) } }),
      success: texts.moved,
      failure: texts.moveFailed,
      onSuccess: () => onMoved(Number(parent)),
      invalidate: refreshHierarchy,
    });
  return (
    <CreateDialog<Values>
      opened={opened}
      onClose={onClose}
      title={texts.moveOf(item.name)}
      submit={texts.move}
      schema={schema}
      initialValues={{ parent: null }}
      send={send}
    >
      {(field, { values: { parent } }) => (
        <>
          <NodeSelect
            label={texts.newParent}
            failed={hierarchyTexts.nodesFailed}
            without={item.id}
            remarkOn={sameGroupRemark((nodes) => nodes.find(({ id }) => id === item.id)?.organization_group)}
            {...field("parent")}
          />
          {parent !== null && parent !== current && <MovePreview id={item.id} parent={Number(parent)} />}
        </>
      )}
    </CreateDialog>
  );
};
