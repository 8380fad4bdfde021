import { Button, SegmentedControl } from "@mantine/core";
import { alertList } from "@mcc/contract/alerts/alerts.api.ts";
import { IconAdjustments } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ListState, useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { Page } from "../../platform/page/page.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { FETCH_FAILED, alertTexts as texts } from "./alerts.texts.ts";
import { alertColumns, alertSpreadsheet, ownAlertColumns } from "./alerts-columns.tsx";
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

type AlertListState = ListState<typeof alertList>;

/** Whose alerts: the user's own, unless something else is asked for. A filter by user is about everyone's. */
const entriesOf = ({ entries, user }: AlertListState["state"]) => entries ?? (user ? "everyone" : "own");

/** Only company admins see the alerts of others. */
const WhoseAlerts = ({ state, change }: Pick<AlertListState, "state" | "change">) =>
  useSessionUser().is_company_admin && (
    <SegmentedControl
      size="xs"
      aria-label={texts.whose}
      data={[
        { value: "own", label: texts.own },
        { value: "everyone", label: texts.everyone },
      ]}
      value={entriesOf(state)}
      onChange={(entries) =>
        change(entries === "own" ? { entries: undefined, user: undefined } : { entries })
      }
    />
  );

/** The alerts of the user, newest first; company admins can look at everyone's. Alerts of one order are one row. */
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
        requestFor={(state) => ({
          page: alertList.page,
          query: { ...state, entries: entriesOf(state as AlertListState["state"]) },
        })}
        tools={<WhoseAlerts {...list} />}
        columns={entriesOf(list.state) === "own" ? ownAlertColumns : alertColumns}
        rowKey={({ id }) => id}
        open={open}
        emptyHint={texts.empty}
        spreadsheet={alertSpreadsheet}
      />
    </Page>
  );
};
