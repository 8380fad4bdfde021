import { hierarchyTree } from "@mcc/contract/hierarchy/tree.api.ts";
import type { TreeItem } from "@mcc/contract/hierarchy/tree.schema.ts";
import { EmptyState } from "@mcc/ui/feedback/empty-state.tsx";
import { Spinner } from "@mcc/ui/feedback/spinner.tsx";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { IconHierarchy2 } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { Page } from "../../../platform/page/page.tsx";
import { toast } from "../../../platform/page/toast.ts";
import { breadcrumbs } from "../../../platform/records/breadcrumbs.tsx";
import { LoadFailed } from "../../../platform/records/load-failed.tsx";
import { useRecord } from "../../../platform/records/use-record.ts";
import { useSessionUser } from "../../../platform/session/session-user.ts";
import { Diagram } from "./diagram/diagram.tsx";
import {
  allExpanded,
  type DiagramItem,
  diagramItems,
  firstExpanded,
  pathOf,
} from "./diagram/diagram-items.ts";
import { layoutOf } from "./diagram/tree-layout.ts";
import { useDiagramView } from "./diagram/use-diagram-view.ts";
import { moveNode } from "./move-node.tsx";
import { treeTexts as texts } from "./tree.texts.ts";
import { rememberedTree, rememberTree } from "./tree-memory.ts";
import { TreeOutline } from "./tree-outline.tsx";
import classes from "./tree-page.module.css";
import { TreeToolbar } from "./tree-toolbar.tsx";
import { useNodeSearch } from "./use-node-search.ts";

const loadChooseParent = async () => (await import("./choose-parent.tsx")).ChooseParent;

const Tree = ({ tree, companyId }: { tree: TreeItem; companyId: number }) => {
  const navigate = useNavigate();
  const items = useMemo(() => diagramItems(tree), [tree]);
  const { root, byId } = items;
  const [remembered] = useState(() => rememberedTree(companyId));
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(() =>
    remembered ? new Set(remembered.expanded) : firstExpanded(items),
  );
  const [selected, setSelected] = useState<number>();
  const [moving, setMoving] = useState<DiagramItem>();
  const ChooseParent = useLazy(loadChooseParent, {
    early: false,
    needed: moving !== undefined,
    onFailure: toast.failure,
  });
  const layout = useMemo(() => layoutOf(root, expanded), [root, expanded]);
  const view = useDiagramView(layout, remembered?.view);

  const remember = useEffectEvent(() =>
    rememberTree(companyId, { expanded: [...expanded], view: view.current() }),
  );
  useEffect(() => {
    const onHide = () => remember();
    addEventListener("pagehide", onHide);
    return () => {
      removeEventListener("pagehide", onHide);
      onHide();
    };
  }, []);

  const find = ({ id, parent }: DiagramItem) => {
    setExpanded((now) => new Set([...now, ...pathOf(parent).map((above) => above.id)]));
    setSelected(id);
    view.goTo(id);
  };
  const search = useNodeSearch(root, find);
  const select = ({ id }: DiagramItem) => {
    setSelected(id);
    view.reveal(id);
  };
  const toggle = ({ id }: DiagramItem) => {
    view.keep(id);
    setExpanded((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  };
  const open = ({ id }: DiagramItem) =>
    void navigate({ to: "/hierarchy/$id", params: { id: String(id) } as never });
  // So that the node is seen where it goes.
  const show = (parent: number) => setExpanded((now) => new Set([...now, parent]));
  const move = (item: DiagramItem, parent: DiagramItem) => {
    show(parent.id);
    void moveNode(item, parent);
  };
  const expand = (next: Set<number>) => {
    view.keep(root.id);
    setExpanded(next);
  };
  return (
    <div className={classes.tree}>
      <TreeToolbar
        view={view}
        layout={layout}
        search={search}
        onExpandAll={() => expand(allExpanded(items))}
        onCollapseAll={() => expand(new Set())}
      />
      <div className={classes.parts}>
        <Diagram
          layout={layout}
          view={view}
          selected={selected !== undefined && byId.has(selected) ? selected : undefined}
          onOpen={open}
          onToggle={toggle}
          onMove={move}
        />
        <TreeOutline
          rows={layout.placed}
          selected={selected}
          onSelect={select}
          onOpen={open}
          onToggle={(item) => {
            setSelected(item.id);
            toggle(item);
          }}
          onMove={setMoving}
        />
      </div>
      {ChooseParent && moving && (
        <ChooseParent
          key={moving.id}
          item={moving}
          opened
          onClose={() => setMoving(undefined)}
          onMoved={show}
        />
      )}
    </div>
  );
};

/** The hierarchy as a diagram and as an outline. */
export const TreePage = () => {
  const companyId = useSessionUser().company?.id ?? 0;
  const { record, error, missing, retry } = useRecord(hierarchyTree, {}, { failed: texts.failed });
  const icon = <IconHierarchy2 size={28} stroke={1.5} />;
  const content = () => {
    if (record) return <Tree tree={record} companyId={companyId} />;
    if (missing) return <EmptyState icon={icon}>{texts.empty}</EmptyState>;
    if (!error) return <Spinner />;
    return (
      <LoadFailed icon={icon} retry={retry}>
        {texts.failed}
      </LoadFailed>
    );
  };
  return (
    <Page
      title={texts.title}
      breadcrumbs={breadcrumbs([{ to: "/hierarchy", label: texts.section }], texts.title)}
    >
      {content()}
    </Page>
  );
};
