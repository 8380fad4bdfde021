import { previewNodeMove, updateNode } from "@mcc/contract/hierarchy/nodes.api.ts";
import { call } from "../../../platform/api/call.ts";
import { confirm } from "../../../platform/dialogs/confirm-dialog.ts";
import { failureToast, runAction } from "../../../platform/records/action.ts";
import { hierarchyTexts } from "../hierarchy.texts.ts";
import { refreshHierarchy } from "../refresh-hierarchy.ts";
import type { DiagramItem } from "./diagram/diagram-items.ts";
import classes from "./move-node.module.css";
import { MoveEffect } from "./move-preview.tsx";
import { treeTexts as texts } from "./tree.texts.ts";

/** Moves a node below another one, once the user has seen who gains and loses which sites. */
export const moveNode = async (item: DiagramItem, parent: DiagramItem): Promise<void> => {
  const ask = { params: { id: item.id }, body: { parent: parent.id } };
  const preview = await call(previewNodeMove, ask).catch((error: unknown) =>
    failureToast(texts.previewFailed, error),
  );
  if (!preview) return;
  const content = (
    <>
      <p className={classes.question}>{texts.moveQuestion(item.name, parent.name)}</p>
      {item.type === parent.type && <p className={classes.note}>{hierarchyTexts.sameGroup(parent.name)}</p>}
      <MoveEffect preview={preview} />
    </>
  );
  if (!(await confirm({ title: texts.moveTitle, content, confirm: texts.move }))) return;
  await runAction({
    key: [updateNode.path, item.id],
    send: () => call(updateNode, ask),
    success: texts.moved,
    failure: texts.moveFailed,
    invalidate: refreshHierarchy,
  });
};
