import { Button } from "@mantine/core";
import {
  companySessionList,
  endCompanySession,
  endCompanySessions,
} from "@mcc/contract/security/sign-ins.api.ts";
import type { CompanySession } from "@mcc/contract/security/sign-ins.schema.ts";
import { Tag } from "@mcc/ui/content/tag.tsx";
import { IconLogout, IconUserOff } from "@tabler/icons-react";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { personColumn } from "../../platform/lists/columns/person-column.tsx";
import type { RowColumns } from "../../platform/lists/columns/row-columns.ts";
import { WITHOUT_STREAM_MS } from "../../platform/lists/list-page.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { formatMoment } from "../../platform/page/format.ts";
import { Page } from "../../platform/page/page.tsx";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { RowMenu } from "../../platform/records/row-menu.tsx";
import { aboveSecurity, securityTexts as texts } from "./security.texts.ts";

const columns: RowColumns<typeof companySessionList> = {
  user: personColumn(({ user }: CompanySession) => user.name),
  device: { width: [120, 240], card: "detail" },
  address: { width: [110, 260], card: "detail" },
  method: { card: "detail" },
  created_at: { card: "detail" },
  last_used_at: {
    cell: ({ last_used_at, is_current }) =>
      is_current ? <Tag tone="good">{texts.thisSession}</Tag> : formatMoment(last_used_at),
  },
};

const refresh = () => invalidate([companySessionList.page]);

const end = ({ id, user, device }: CompanySession) =>
  confirmDelete({
    key: [endCompanySession.path, id],
    title: texts.endTitle,
    question: texts.endQuestion(user.name, device),
    confirm: texts.end,
    send: () => call(endCompanySession, { params: { id } }),
    success: texts.sessionEnded,
    failure: texts.endFailed,
    invalidate: refresh,
  });

/** Of one user, or of all. */
const endAll = (user?: CompanySession["user"]) =>
  confirmDelete({
    key: [endCompanySessions.path, user?.id ?? 0],
    title: texts.endAll,
    question: user ? texts.endOfUserQuestion(user.name) : texts.endAllQuestion,
    confirm: texts.endAll,
    send: () => call(endCompanySessions, { query: user ? { user: String(user.id) } : {} }),
    success: texts.sessionsEnded,
    failure: texts.endAllFailed,
    invalidate: refresh,
  });

const icon = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

const actions = (session: CompanySession) => (
  <RowMenu
    about={`${session.user.name}, ${session.device}`}
    actions={[
      ...(session.is_current
        ? []
        : [{ label: texts.end, danger: true, icon: <IconLogout {...icon} />, onClick: () => end(session) }]),
      {
        label: texts.endOfUser,
        danger: true,
        icon: <IconUserOff {...icon} />,
        onClick: () => endAll(session.user),
      },
    ]}
  />
);

/** Where the users of the company are signed in, for company admins, who can end it. */
export const CompanySessionsPage = () => (
  <Page
    breadcrumbs={breadcrumbs(aboveSecurity, texts.sessions)}
    title={texts.sessions}
    actions={
      <Button
        variant="default"
        leftSection={<IconLogout size={16} aria-hidden />}
        onClick={() => void endAll()}
      >
        {texts.endAll}
      </Button>
    }
  >
    <ResourceTable
      list={useListState(companySessionList)}
      noun={texts.sessions}
      searched={texts.sessionsSearched}
      columns={columns}
      rowKey={({ id }) => id}
      actions={actions}
      maxActions={1}
      refreshEvery={WITHOUT_STREAM_MS}
      emptyHint={texts.noSessions}
    />
  </Page>
);
