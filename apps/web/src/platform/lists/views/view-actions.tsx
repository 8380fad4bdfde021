import { views as savedViews } from "@mcc/contract/views/saved-views.api.ts";
import type { View } from "@mcc/contract/views/saved-views.schema.ts";
import * as api from "@mcc/contract/views/views.api.ts";
import type { NewView, ViewChanges } from "@mcc/contract/views/views.schema.ts";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/invalidate.ts";
import { confirm } from "../../dialogs/confirm-dialog.ts";
import { toast } from "../../page/toast.ts";
import { runAction } from "../../records/action.ts";
import { confirmDelete } from "../../records/confirm-delete.ts";
import { openModal } from "../../state/globals.ts";
import type { Density } from "../density.ts";
import { listWithViews } from "./saved-views.ts";
import type { ListViews } from "./use-views.ts";
import { ViewForm } from "./view-form.tsx";
import { viewPanelTexts as says } from "./view-panel.texts.ts";
import { filtersIn } from "./view-search.ts";

export interface ShownView {
  readonly views: ListViews;
  /** What a view stores besides the query. */
  readonly shown: { readonly columns: readonly string[]; readonly density: Density };
}

/** What a view consists of. */
type ViewToSave = Pick<NewView, "columns" | "ordering" | "filters" | "density">;

/** What is currently shown, in the form that a view stores. */
export const contentsOf = (
  views: Pick<ListViews, "search" | "refused">,
  shown: ShownView["shown"],
): ViewToSave => ({
  ordering: views.search.ordering === undefined ? null : String(views.search.ordering),
  filters: filtersIn(views.search, views.refused),
  columns: [...shown.columns],
  density: shown.density,
});

const refetch = () => invalidate([savedViews]);

const paramsOf = ({ listName }: ListViews, { id }: View) => ({
  list: listWithViews(listName) ?? "orders",
  id,
});

/** Creates a view, and opens it when it is in the list of views. */
const createView = async (views: ListViews, body: NewView): Promise<void> => {
  const list = listWithViews(views.listName) ?? "orders";
  const view = await call(api.createView, { params: { list }, body });
  toast.success(says.saved);
  await refetch();
  views.open(view);
};

const changeView = (views: ListViews, view: View, body: ViewChanges, success: string) =>
  runAction({
    key: ["views", view.id],
    send: () => call(api.updateView, { params: paramsOf(views, view), body }),
    success,
    failure: says.saveFailed,
    invalidate: refetch,
  });

export const openSaveView = ({ views, shown }: ShownView): void =>
  openModal({
    size: "modal-sm",
    title: says.saveAsNew,
    content: (
      <ViewForm isNew send={(fields) => createView(views, { ...contentsOf(views, shown), ...fields })} />
    ),
  });

export const openRename = (views: ListViews, view: View): void =>
  openModal({
    size: "modal-sm",
    title: says.rename,
    content: (
      <ViewForm
        name={view.name}
        send={async ({ name }) => {
          await call(api.updateView, { params: paramsOf(views, view), body: { name } });
          toast.success(says.renamed);
          void refetch();
        }}
      />
    ),
  });

export const updateView = async ({ views, shown }: ShownView, view: View): Promise<void> => {
  const isSure =
    !view.shared ||
    (await confirm({
      title: says.updateShared,
      content: says.updateSharedMore(view.name),
      confirm: says.update,
    }));
  if (isSure) await changeView(views, view, contentsOf(views, shown), says.updated);
};

/** A list has one default: a saved view, or the view Essentials. */
export const setDefault = (views: ListViews, view: View, is_default: boolean) => {
  if (is_default && views.opensEssentials) views.setOpensEssentials(false);
  return changeView(views, view, { is_default }, is_default ? says.isDefaultNow : says.isNotDefaultNow);
};

export const setEssentialsAsDefault = async (views: ListViews, is_default: boolean): Promise<void> => {
  const before = views.saved.find((view) => view.is_default);
  if (is_default && before) await changeView(views, before, { is_default: false }, says.isDefaultNow);
  else toast.success(is_default ? says.isDefaultNow : says.isNotDefaultNow);
  views.setOpensEssentials(is_default);
};

export const share = (views: ListViews, view: View) =>
  changeView(views, view, { shared: true }, says.isSharedNow);

export const stopSharing = async (views: ListViews, view: View): Promise<void> => {
  const isSure = await confirm({
    title: says.stopSharingTitle,
    content: says.stopSharingMore(view.name),
    confirm: says.stopSharing,
  });
  if (isSure) await changeView(views, view, { shared: false }, says.isNotSharedNow);
};

export const deleteView = (views: ListViews, view: View) =>
  confirmDelete({
    title: says.deleteTitle,
    question: says.deleteMore(view.name, view.shared),
    confirm: says.delete,
    key: ["views", view.id],
    send: async () => {
      await call(api.deleteView, { params: paramsOf(views, view) });
      // Leave the view before it is removed; otherwise its URL would be reported as unknown.
      if (views.current?.id === view.id) views.openBuiltIn("all");
    },
    success: says.deleted,
    failure: says.deleteFailed,
    invalidate: refetch,
  });

/** Copies the link of the saved view, without unsaved changes. */
export const copyLink = async (view: View): Promise<void> => {
  try {
    await navigator.clipboard.writeText(`${location.origin}${location.pathname}?view=${view.id}`);
    toast.success(view.shared ? says.linkCopied : says.ownLinkCopied);
  } catch {
    toast.error(says.linkNotCopied);
  }
};
