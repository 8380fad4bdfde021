import { Button, Checkbox, Stack, Text } from "@mantine/core";
import { displayName } from "@mcc/contract/access/session.ts";
import { PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import { userList } from "@mcc/contract/users/users.api.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { SearchBox } from "@mcc/ui/forms/search-box.tsx";
import { PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryFor } from "../../platform/api/call.ts";
import { uploadTexts as texts } from "./imports.texts.ts";

interface AssignUsersProps {
  readonly chosen: readonly number[];
  readonly onChange: (chosen: readonly number[]) => void;
}

const UserTable = ({ chosen, onChange }: AssignUsersProps) => {
  const [search, setSearch] = useState("");
  const { data } = useQuery({
    ...queryFor(userList.page, { query: { limit: PAGE_SIZE, search } }),
    placeholderData: keepPreviousData,
  });
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <Stack gap="sm" mt="sm">
      <SearchBox label={texts.searchUsers} value={search} onSearch={setSearch} />
      <PlainTable
        label={texts.users}
        rows={data?.results}
        rowKey={({ id }) => id}
        empty={texts.noUsers}
        columns={[
          {
            label: texts.user,
            cell: (user) => (
              <Checkbox
                label={displayName(user)}
                checked={chosen.includes(user.id)}
                onChange={() => toggle(user.id)}
              />
            ),
          },
          { label: texts.username, cell: ({ username }) => username },
          { label: texts.role, cell: ({ role }) => role?.name },
        ]}
      />
    </Stack>
  );
};

/** The users who are assigned to every site of the sheet; most uploads assign nobody, so the table is opened first. */
export const AssignUsers = (props: AssignUsersProps) => {
  const [isOpen, setOpen] = useState(false);
  const { length } = props.chosen;
  return (
    <Card
      title={texts.users}
      aside={
        isOpen ? (
          length > 0 && <Text c="dimmed">{texts.assigned(length)}</Text>
        ) : (
          <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
            {texts.chooseUsers}
          </Button>
        )
      }
    >
      <Text c="dimmed">{texts.usersHint}</Text>
      {isOpen && <UserTable {...props} />}
    </Card>
  );
};
