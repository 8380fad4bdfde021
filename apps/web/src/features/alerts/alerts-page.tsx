import { Button } from "@mantine/core";
import { alertList } from "@mcc/contract/alerts/alerts.api.ts";
import { IconAdjustments } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { Page } from "../../platform/page/page.tsx";
import { FETCH_FAILED, alertTexts as texts } from "./alerts.texts.ts";
import { alertColumns, alertSpreadsheet } from "./alerts-columns.tsx";
import { MarkAllRead } from "./mark-all-read.tsx";
import { useOpenAlert } from "./open-alert.ts";

const ConfigureLink = () => (
  <Button
    variant="default"
    leftSection={<IconAdjustments size={16} aria-hidden />}
    renderRoot={(props: object) => <Link {...props} to="/alerts/configure" />}
  >
    {texts.configure}
  </Button>
);

/** The alerts of the user, or of everybody for company admins. */
export const AlertsPage = () => {
  const list = useListState(alertList);
  const open = useOpenAlert();
  return (
    <Page
      section={texts.section}
      title={texts.title}
      actions={
        <>
          <MarkAllRead />
          <ConfigureLink />
        </>
      }
    >
      <ResourceTable
        list={list}
        noun={texts.title}
        searched={texts.searched}
        messages={{ failed: FETCH_FAILED, searchFailed: FETCH_FAILED }}
        columns={alertColumns}
        rowKey={({ id }) => id}
        open={open}
        emptyHint={texts.empty}
        spreadsheet={alertSpreadsheet}
      />
    </Page>
  );
};
