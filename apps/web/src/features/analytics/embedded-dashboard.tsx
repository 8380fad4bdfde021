import { Anchor, Button, Skeleton } from "@mantine/core";
import { embeddedDashboard } from "@mcc/contract/analytics/analytics.api.ts";
import type { DashboardChoices } from "@mcc/contract/analytics/dashboard.schema.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { queryFor } from "../../platform/api/call.ts";
import { embeddedTexts as texts } from "./dashboard.texts.ts";
import { DashboardView } from "./dashboard-view.tsx";

const onHashChange = (react: () => void) => {
  addEventListener("hashchange", react);
  return () => removeEventListener("hashchange", react);
};
/** The page around this one replaces the token before it expires. */
const useToken = (): string => useSyncExternalStore(onHashChange, () => location.hash.slice(1));

/** Tells the page around this one how high it is. */
const useHeightReport = () => {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = root.current;
    if (!element || parent === window) return;
    const report = () => parent.postMessage({ dashboardHeight: element.scrollHeight }, location.origin);
    const observer = new ResizeObserver(report);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return root;
};

/** The dashboard of the token in the address. */
export const EmbeddedDashboard = ({ onAccent }: { onAccent: (color: string | null) => void }) => {
  const token = useToken();
  const [choices, setChoices] = useState<DashboardChoices>({});
  const root = useHeightReport();
  const { data, isError, refetch } = useQuery({
    ...queryFor(embeddedDashboard, { body: { token, ...choices } }),
    enabled: token !== "",
    placeholderData: keepPreviousData,
  });
  const accent = data?.accent_color ?? null;
  useEffect(() => onAccent(accent), [onAccent, accent]);
  const fails = token === "" || (isError && !data);
  return (
    <div ref={root}>
      {data && <DashboardView dashboard={data} choose={setChoices} />}
      {fails && (
        <p>
          {texts.failed}{" "}
          {token !== "" && (
            <Button variant="default" size="xs" onClick={() => void refetch()}>
              {texts.tryAgain}
            </Button>
          )}{" "}
          <Anchor href="/analytics" target="_top">
            {texts.open}
          </Anchor>
        </p>
      )}
      {!data && !fails && <Skeleton height={480} />}
    </div>
  );
};
