import { IconMailForward } from "@tabler/icons-react";
import { type ComponentProps, useRef, useState } from "react";
import { usePageAction } from "../../page/page-actions.ts";
import { toast } from "../../page/toast.ts";
import { listTexts as says } from "../list.texts.ts";
import { ToolButton } from "../tool-button.tsx";
import { listWithViews } from "../views/saved-views.ts";
import type { ReportDialog } from "./report-dialog.tsx";
import type { ListToSend } from "./report-draft.ts";

interface OpenDialog {
  readonly Dialog: typeof ReportDialog;
  readonly of: ComponentProps<typeof ReportDialog>["of"];
}

/** The dialog is loaded by the first press. */
const SendButton = (props: ListToSend) => {
  const [open, setOpen] = useState<OpenDialog>();
  const [isLoading, setLoading] = useState(false);
  const loading = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const start = async () => {
    if (loading.current) return;
    loading.current = true;
    setLoading(true);
    try {
      const [{ ReportDialog: Dialog }, { draftOf }] = await Promise.all([
        import("./report-dialog.tsx"),
        import("./report-draft.ts"),
      ]);
      setOpen({ Dialog, of: await draftOf(props) });
    } catch (error) {
      toast.failure(error);
    } finally {
      loading.current = false;
      setLoading(false);
    }
  };
  const press = () => void start();
  usePageAction(says.sendMe, press);
  const close = () => {
    setOpen(undefined);
    button.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <ToolButton
        ref={button}
        icon={<IconMailForward size={16} aria-hidden />}
        aria-busy={isLoading}
        onClick={press}
      >
        {says.sendMe}
      </ToolButton>
      {open && <open.Dialog of={open.of} onClose={close} />}
    </>
  );
};

/** Sends what the list shows regularly by e-mail; only of lists that have saved views. */
export const ReportButton = (props: Omit<ListToSend, "list">) => {
  const list = listWithViews(props.views.listState.list.name);
  return list && <SendButton {...props} list={list} />;
};
