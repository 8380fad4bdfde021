import { previewNodeMove, updateNode } from "@mcc/contract/hierarchy/nodes.api.ts";
import type { MovePreview } from "@mcc/contract/hierarchy/nodes.schema.ts";
import { call } from "../../../platform/api/call.ts";
import { confirm } from "../../../platform/dialogs/confirm-dialog.ts";
import { failureToast, runAction } from "../../../platform/records/action.ts";
import { hierarchyTexts } from "../hierarchy.texts.ts";
import { refreshHierarchy } from "../refresh-hierarchy.ts";
import type { DiagramItem } from "./diagram/diagram-items.ts";
import classes from "./move-node.module.css";
import { treeTexts as texts } from "./tree.texts.ts";

const Access = ({ title, access }: { title: string; access: MovePreview["gains"] }) => {
  if (access.users_count === 0) return null;
  const rest = access.users_count - access.users.length;
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      <ul className={classes.users}>
        {access.users.map(({ id, first_name, last_name, sites, sites_count }) => (
          <li key={id}>
            <strong>{`${first_name} ${last_name}`.trim()}</strong>
            {`: ${sites.map(({ name }) => name).join(", ")}`}
            {sites_count > sites.length && ` ${texts.moreSites(sites_count - sites.length)}`}
          </li>
        ))}
        {rest > 0 && <li>{texts.moreUsers(rest)}</li>}
      </ul>
    </section>
  );
};

/** What moves along, and who will see which sites more or less. */
export const Preview = ({ preview }: { preview: MovePreview }) => {
  const { nodes_count, sites_count, gains, loses } = preview;
  return (
    <>
      <p className={classes.note}>{texts.moves(nodes_count, sites_count)}</p>
      <Access title={texts.gains} access={gains} />
      <Access title={texts.loses} access={loses} />
      {gains.users_count + loses.users_count === 0 && <p className={classes.note}>{texts.nobody}</p>}
    </>
  );
};

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
      <Preview preview={preview} />
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
