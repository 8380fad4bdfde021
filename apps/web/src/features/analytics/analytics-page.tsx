import { Button, Skeleton, Tabs } from "@mantine/core";
import { can } from "@mcc/contract/access/permissions.ts";
import { userAnalytics } from "@mcc/contract/analytics/analytics.api.ts";
import type { DomoDashboard } from "@mcc/contract/analytics/analytics.schema.ts";
import { EmptyState } from "@mcc/ui/feedback/empty-state.tsx";
import { IconChartBar } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { queryFor } from "../../platform/api/call.ts";
import { useSearch } from "../../platform/lists/list-state.ts";
import { Page } from "../../platform/page/page.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { analyticsTexts as texts } from "./analytics.texts.ts";
import classes from "./dashboard-frame.module.css";
import { canBeEmbedded, DashboardFrame, LookerFrame } from "./dashboard-frame.tsx";
import { ExportButton } from "./export-button.tsx";

/** Tokens are valid for five minutes. */
const REFRESH_MS = 4 * 60_000;

/** The dashboards of the user, with tokens that stay valid while the page is open. */
const useAnalytics = () => {
  const { ecommerce_username, username } = useSessionUser();
  const ask = { body: { username: ecommerce_username ?? username } };
  const { data, error, isPending } = useQuery({
    ...queryFor(userAnalytics, ask),
    staleTime: REFRESH_MS / 2,
    refetchInterval: REFRESH_MS,
  });
  useEffect(() => {
    if (error) console.error("Error fetching analytics...", error);
  }, [error]);
  return { data, isPending };
};

/** The first tab has the number 1; a number without a tab means the first. */
const useTab = (count: number) => {
  const { tab } = useSearch();
  const navigate = useNavigate();
  const number = Number(tab);
  const choose = (at: string | null) =>
    void navigate({ to: ".", search: { tab: String(Number(at) + 1) } as never, replace: true });
  return { chosen: Number.isInteger(number) && number >= 1 && number <= count ? number - 1 : 0, choose };
};

const Dashboards = ({ dashboards }: { dashboards: readonly DomoDashboard[] }) => {
  const { chosen, choose } = useTab(dashboards.length);
  const [only, ...more] = dashboards;
  if (only && more.length === 0) return <DashboardFrame dashboard={only} />;
  return (
    <Tabs value={String(chosen)} onChange={choose} keepMounted={false} classNames={{ tab: classes.tab }}>
      <Tabs.List aria-label={texts.dashboards}>
        {dashboards.map(({ label, url }, at) => (
          <Tabs.Tab key={url} value={String(at)}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {dashboards.map((dashboard, at) => (
        <Tabs.Panel key={dashboard.url} value={String(at)} pt="md">
          <DashboardFrame dashboard={dashboard} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
};

const NoDashboards = () => (
  <EmptyState icon={<IconChartBar size={28} stroke={1.5} />}>{texts.empty}</EmptyState>
);

const Embedded = () => {
  const { data, isPending } = useAnalytics();
  if (isPending) return <Skeleton height={480} />;
  if (data?.analytics_source === "LOOKER") {
    const url = data.looker_dashboard_url;
    return canBeEmbedded(url) ? <LookerFrame url={url} /> : <NoDashboards />;
  }
  const dashboards = (data?.domo_dashboards ?? []).filter(({ url }) => canBeEmbedded(url));
  return dashboards.length === 0 ? <NoDashboards /> : <Dashboards dashboards={dashboards} />;
};

const ApprovalTimesLink = () =>
  can(useSessionUser(), "approval-times") && (
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/analytics/approvals" />}>
      {texts.approvalTimes}
    </Button>
  );

/** The numbers of our own dashboards, whichever ones the company shows. */
const saveData = async () => (await import("./export-dashboards.ts")).exportDashboards();
/** A failure is only logged (ANA-013). */
const logFailure = (error: unknown) => console.error("Error exporting analytics...", error);

export const AnalyticsPage = () => (
  <Page
    section={texts.section}
    title={texts.title}
    actions={
      <>
        <ApprovalTimesLink />
        <ExportButton label={texts.export} hint={texts.exportHint} save={saveData} onFailure={logFailure} />
      </>
    }
  >
    <Embedded />
  </Page>
);
