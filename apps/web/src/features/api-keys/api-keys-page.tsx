import { apiKeyList, revokeApiKey } from "@mcc/contract/api-keys/api-keys.api.ts";
import type { ApiKey } from "@mcc/contract/api-keys/api-keys.schema.ts";
import { IconAction } from "@mcc/ui/icon-action.tsx";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { IconBan, IconReplace } from "@tabler/icons-react";
import { useState } from "react";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import type { RowColumns } from "../../platform/lists/columns/row-columns.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { formatMoment } from "../../platform/page/format.ts";
import { Page } from "../../platform/page/page.tsx";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { CreateButton } from "../../platform/records/create-button.tsx";
import { apiKeyTexts as texts } from "./api-keys.texts.ts";

const columns: RowColumns<typeof apiKeyList> = {
  name: { identifies: true },
  company: { value: ({ company }) => company?.name ?? texts.everyCompany, card: "site" },
  scopes: {
    value: ({ scopes }) => scopes.join(", "),
    cell: ({ scopes }) => scopes.join(", "),
    width: [130, 240],
    card: "detail",
  },
  state: { tones: { Valid: "good", Revoked: "neutral" } },
  last_used_at: {
    cell: ({ last_used_at }) => (last_used_at ? formatMoment(last_used_at) : texts.never),
    card: "detail",
  },
  prefix: { card: "detail" },
  created_at: {},
  created_by: { value: ({ created_by }) => created_by ?? texts.commandLine, card: "detail" },
  revoked_at: { card: "none" },
};

const askToRevoke = ({ id, name, prefix }: ApiKey) =>
  confirmDelete({
    key: [revokeApiKey.path, id],
    title: texts.revokeTitle,
    question: texts.revokeQuestion(name, prefix),
    confirm: texts.revoke,
    send: () => call(revokeApiKey, { params: { id } }),
    success: texts.revoked,
    failure: texts.revokeFailed,
    invalidate: () => invalidate([apiKeyList.page]),
  });

const icon = { size: 18, stroke: 1.6, "aria-hidden": true } as const;
const load = async () => (await import("./create-api-key.tsx")).CreateApiKey;

/** The keys with which other systems call the integration API. */
export const ApiKeysPage = () => {
  const list = useListState(apiKeyList);
  const [replaced, setReplaced] = useState<ApiKey>();
  const Dialog = useLazy(load, { early: false, needed: replaced !== undefined });
  const actions = (key: ApiKey) =>
    key.state === "Valid" && (
      <>
        <IconAction
          label={texts.replace}
          about={key.name}
          icon={<IconReplace {...icon} />}
          onClick={() => setReplaced(key)}
        />
        <IconAction
          danger
          label={texts.revoke}
          about={key.name}
          icon={<IconBan {...icon} />}
          onClick={() => void askToRevoke(key)}
        />
      </>
    );
  return (
    <Page
      section={texts.section}
      title={texts.title}
      actions={<CreateButton label={texts.create} load={load} />}
    >
      <ResourceTable
        list={list}
        noun={texts.noun}
        searched={texts.searched}
        columns={columns}
        rowKey={({ id }) => id}
        actions={actions}
        maxActions={2}
        emptyHint={texts.empty}
      />
      {Dialog && (
        <Dialog
          key={replaced?.id}
          replaced={replaced}
          opened={replaced !== undefined}
          onClose={() => setReplaced(undefined)}
        />
      )}
    </Page>
  );
};
