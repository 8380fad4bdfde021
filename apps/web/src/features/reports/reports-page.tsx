import { Button, SegmentedControl } from "@mantine/core";
import { can } from "@mcc/contract/access/permissions.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { reports } from "@mcc/contract/reports/reports.api.ts";
import { EmptyState } from "@mcc/ui/feedback/empty-state.tsx";
import { IconMailForward } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { queryFor } from "../../platform/api/call.ts";
import { refetch } from "../../platform/api/invalidate.ts";
import { usePages } from "../../platform/api/use-pages.ts";
import { useFailureToast } from "../../platform/lists/list-page.ts";
import { useSearch } from "../../platform/lists/list-state.ts";
import { MoreButton } from "../../platform/lists/more-button.tsx";
import { Page } from "../../platform/page/page.tsx";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { AttachSetting } from "./attach-setting.tsx";
import { Invitations } from "./invitations.tsx";
import { downloadFile } from "./report-actions.tsx";
import { isOnItsWay } from "./report-cells.tsx";
import { ReportTable } from "./report-table.tsx";
import classes from "./reports.module.css";
import { reportsTexts as texts } from "./reports.texts.ts";

const EMPTY_ICON = <IconMailForward size={28} stroke={1.5} />;
const WAITING_MS = 5_000;
const REFRESH_MS = 15_000;

const OwnReports = () => {
  const { data, error } = useQuery({
    ...queryFor(reports, { query: { limit: String(ALL_ROWS) } }),
    refetchInterval: ({ state }) => (state.data?.results.some(isOnItsWay) ? WAITING_MS : REFRESH_MS),
  });
  useFailureToast(error, texts.listFailed);
  if (!data && error)
    return <LoadFailed retry={() => refetch([reports.path])}>{texts.listFailed}</LoadFailed>;
  const invited = data?.results.filter(({ state }) => state === "invited") ?? [];
  const others = data?.results.filter(({ state }) => state !== "invited");
  return (
    <div className={classes.sections}>
      <Invitations reports={invited} />
      {others?.length === 0 ? (
        <EmptyState
          icon={EMPTY_ICON}
          action={<Button renderRoot={(props) => <Link {...props} to="/orders" />}>{texts.toOrders}</Button>}
        >
          {texts.none}
        </EmptyState>
      ) : (
        <ReportTable label={texts.own} rows={others} empty={null} />
      )}
    </div>
  );
};

const CompanyReports = () => {
  const { rows, error, more } = usePages(reports, { query: { all: "true" } });
  useFailureToast(error, texts.listFailed);
  if (!rows && error)
    return <LoadFailed retry={() => refetch([reports.path])}>{texts.listFailed}</LoadFailed>;
  return (
    <>
      <AttachSetting />
      {rows?.length === 0 ? (
        <EmptyState icon={EMPTY_ICON}>{texts.noneOfCompany}</EmptyState>
      ) : (
        <ReportTable label={texts.company} rows={rows} empty={null} />
      )}
      <MoreButton more={more} />
    </>
  );
};

/** The link to the file in an e-mail leads here: the file is downloaded, and the address forgets it. */
const useLinkedFile = (): void => {
  const { file } = useSearch();
  const navigate = useNavigate();
  const download = useEffectEvent(() => {
    void navigate({ to: ".", search: {}, replace: true });
    void downloadFile(String(file));
  });
  useEffect(() => {
    if (file !== undefined) download();
  }, [file]);
};

/** The reports of the user and the invitations to others; company admins can switch to those of the company. */
export const ReportsPage = () => {
  const isAdmin = can(useSessionUser(), "company-admin");
  const { of } = useSearch();
  const navigate = useNavigate();
  useLinkedFile();
  const shown = isAdmin && of === "company" ? "company" : "own";
  return (
    <Page
      section={texts.section}
      title={texts.title}
      actions={
        isAdmin && (
          <SegmentedControl
            aria-label={texts.which}
            data={[
              { value: "own", label: texts.yours },
              { value: "company", label: texts.ofCompany },
            ]}
            value={shown}
            onChange={(next) =>
              void navigate({ to: ".", search: (next === "company" ? { of: next } : {}) as never })
            }
          />
        )
      }
    >
      {shown === "company" ? <CompanyReports /> : <OwnReports />}
    </Page>
  );
};
