import { displayName } from "@mcc/contract/access/session.ts";
import { type userList, userSites } from "@mcc/contract/users/users.api.ts";
import type { UserRow } from "@mcc/contract/users/users.schema.ts";
import { Tag } from "@mcc/ui/content/tag.tsx";
import { MOST, TruncatedText } from "@mcc/ui/content/truncated-text.tsx";
import { cutTooltip, tooltip } from "@mcc/ui/overlays/tooltip.ts";
import type { SpreadsheetColumn, SpreadsheetSpec } from "../../platform/export/spreadsheet-columns.ts";
import type { RowColumns } from "../../platform/lists/columns/row-columns.ts";
import { listTexts as says } from "../../platform/lists/list.texts.ts";
import { useSearch } from "../../platform/lists/list-state.ts";
import { FewInLine } from "../../platform/lists/table/first-few.tsx";
import { toast } from "../../platform/page/toast.ts";
import { RecordLink } from "../../platform/records/record-link.tsx";
import { openModal } from "../../platform/state/globals.ts";
import { AlertsSwitch, userLink } from "./user-actions.tsx";
import classes from "./users.module.css";
import { userTexts as texts } from "./users.texts.ts";

const namesOf = ({ sites }: UserRow) => sites.map(({ name }) => name);

const openSites = async (user: UserRow): Promise<void> => {
  const { PagedNames } = await import("../../platform/lists/table/paged-names.tsx");
  openModal({
    size: "modal-sm",
    title: texts.allSites,
    content: (
      <>
        <p>{displayName(user)}</p>
        <PagedNames endpoint={userSites} ask={{ params: { id: user.id } }} nameOf={({ name }) => name} />
      </>
    ),
    buttons: [{ label: says.close }],
  });
};

const UsernameCell = ({ user }: { user: UserRow }) => (
  <span className={classes.name}>
    <RecordLink to={userLink(user, "EDIT", useSearch())}>{user.username}</RecordLink>
    {user.directory && (
      <span {...tooltip(texts.keptByDirectory)}>
        <Tag>{texts.directoryTag}</Tag>
      </span>
    )}
    {user.is_active === false && <Tag tone="warn">{texts.inactiveTag}</Tag>}
  </span>
);

const SitesCell = ({ user }: { user: UserRow }) =>
  user.is_company_admin && user.sites_count === 0 ? (
    texts.everySite
  ) : (
    <FewInLine
      noun="sites"
      of={user.username}
      names={namesOf(user)}
      count={user.sites_count}
      inAll
      onMore={() => void openSites(user).catch(toast.failure)}
    />
  );

/** In a narrow column its host is below its name; a long one is cut like every text. */
const EmailCell = ({ email }: { email: string }) => {
  const at = email.lastIndexOf("@");
  if (email.length > MOST) return <TruncatedText>{email}</TruncatedText>;
  return (
    <bdi className={classes.email}>
      <span {...cutTooltip}>{email.slice(0, at)}</span>
      <span {...cutTooltip}>{email.slice(at)}</span>
    </bdi>
  );
};

export const userColumns: RowColumns<typeof userList> = {
  username: { cell: (user) => <UsernameCell user={user} />, identifies: true, width: [150, 280] },
  role: { value: ({ role }) => role?.name, width: [110, 200], card: "status" },
  name: { value: displayName, width: [130, 240], card: "site" },
  email: {
    cell: ({ email }) => email && <EmailCell email={email} />,
    width: [130, 300],
    readable: 160,
    card: "detail",
  },
  lastLogin: { value: ({ last_login }) => last_login, card: "date" },
  site: {
    value: (user) => namesOf(user).join(", "),
    cell: (user) => <SitesCell user={user} />,
    width: [100, 360],
    readable: 132,
    card: "detail",
  },
  alerts_enabled: {
    value: ({ alerts_enabled }) => (alerts_enabled ? "Enabled" : "Disabled"),
    cell: (user) => <AlertsSwitch user={user} />,
    card: "detail",
  },
};

const column = (
  id: string,
  label: string,
  value: SpreadsheetColumn<UserRow>["value"],
  kind: SpreadsheetColumn<UserRow>["kind"] = "text",
): SpreadsheetColumn<UserRow> => ({ id, label, kind, value, width: Math.max(label.length + 2, 24) });

/** The same for everybody, whichever columns the table shows (USER-063, USER-064). */
export const userSpreadsheet: SpreadsheetSpec<typeof userList> = {
  before: [
    column("username", "Username", ({ username }) => username),
    column("title", "Title", ({ role }) => role?.name),
    column("name", "Name", displayName),
    column("email", "Email", ({ email }) => email),
    column("assignedSites", "Assigned Sites", (user) => namesOf(user).join(", ")),
    column("assignedSitesCount", "Assigned Sites Count", ({ sites_count }) => sites_count, "number"),
    column("lastLogin", "Last Login", ({ last_login }) => last_login, "date"),
  ],
  columns: [],
};
