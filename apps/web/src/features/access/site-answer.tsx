import { Button, Skeleton } from "@mantine/core";
import { siteAccess } from "@mcc/contract/access/access-questions.api.ts";
import type { SiteViewer } from "@mcc/contract/access/access-questions.schema.ts";
import { PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import { PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryFor } from "../../platform/api/call.ts";
import { orNotAvailable } from "../../platform/page/format.ts";
import { TextLink } from "../../platform/page/text-link.tsx";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { accessTexts as texts } from "./access.texts.ts";

const columns = [
  {
    label: texts.user,
    cell: ({ id, name, username }: SiteViewer) => (
      <TextLink to="/users/$userId" params={{ userId: String(id) }} title={username}>
        {name}
      </TextLink>
    ),
  },
  { label: texts.role, cell: ({ role }: SiteViewer) => orNotAvailable(role) },
  { label: texts.why, cell: texts.viewerReason },
];

/** Who sees a site, and why. */
export const SiteAnswer = ({ id }: { id: number }) => {
  const [limit, setLimit] = useState(PAGE_SIZE);
  const { data, error, refetch } = useQuery({
    ...queryFor(siteAccess, { params: { id }, query: { limit: String(limit) } }),
    placeholderData: keepPreviousData,
  });
  if (!data)
    return error ? <LoadFailed retry={refetch}>{texts.failed}</LoadFailed> : <Skeleton height={160} />;
  const { users } = data;
  const left = users.count - users.results.length;
  const title = texts.whoSees(data.name, users.count);
  return (
    <>
      <h3>{title}</h3>
      <PlainTable
        label={title}
        columns={columns}
        rows={users.results}
        rowKey={({ id: user }) => user}
        empty={title}
      />
      {left > 0 && (
        <Button variant="subtle" size="xs" onClick={() => setLimit(limit + 5 * PAGE_SIZE)}>
          {texts.more(left)}
        </Button>
      )}
    </>
  );
};
