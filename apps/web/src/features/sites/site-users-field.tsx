import { displayName } from "@mcc/contract/access/session.ts";
import { userList } from "@mcc/contract/users/users.api.ts";
import type { ReactNode } from "react";
import { PickMany } from "../../platform/records/fields/pick-many.tsx";
import { siteTexts as texts } from "./sites.texts.ts";

type Person = { id: number; username: string; first_name: string; last_name: string };

const optionOf = (user: Person) => ({ id: user.id, label: displayName(user), note: user.username });

interface SiteUsersFieldProps {
  readonly picked: readonly number[];
  readonly onPick: (picked: readonly number[]) => void;
  readonly before?: readonly Person[];
  readonly error?: ReactNode;
}

/** The users of a site, picked from all users of the company. */
export const SiteUsersField = ({ before = [], ...field }: SiteUsersFieldProps) => (
  <PickMany
    label={texts.users}
    search={texts.searchUsers}
    endpoint={userList.litePage}
    ask={{ query: { liteVersion: "true" } }}
    optionOf={optionOf}
    before={before.map(optionOf)}
    path="users"
    {...field}
  />
);
