import { MultiSelect, type MultiSelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { displayName } from "@mcc/contract/access/session.ts";
import { findUser, userList } from "@mcc/contract/users/users.api.ts";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryFor } from "../../platform/api/call.ts";
import { listTexts } from "../../platform/lists/list.texts.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";

const TYPING_MS = 400;
const MOST_FOUND = "50";

interface Account {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
}
const optionOf = (user: Account) => ({
  value: String(user.id),
  label: `${displayName(user)} (${user.username})`,
});

/** Company admins: oneself and those who are chosen, others by typing. */
export const AdminSelect = ({ value = [], ...select }: Omit<MultiSelectProps, "data">) => {
  const own = useSessionUser();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  const chosen = useQueries({
    queries: value.map((id) => queryFor(findUser, { params: { id }, query: {} })),
  }).flatMap(({ data }) => data ?? []);
  const { data } = useQuery({
    ...queryFor(userList.litePage, { query: { search, limit: MOST_FOUND, liteVersion: "true" } }),
    enabled: search !== "",
    placeholderData: keepPreviousData,
  });
  const found = search === "" ? [] : (data?.results ?? []).filter(({ is_company_admin }) => is_company_admin);
  const options = new Map([own, ...chosen, ...found].map((user) => [user.id, optionOf(user)]));
  return (
    <MultiSelect
      searchable
      hidePickedOptions
      openOnFocus={false}
      data={[...options.values()]}
      value={value}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={listTexts.noMatch}
      {...select}
    />
  );
};
