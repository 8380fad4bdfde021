import { apiKeyList, revokeApiKey } from "@mcc/contract/api-keys/api-keys.api.ts";
import type { ApiKey } from "@mcc/contract/api-keys/api-keys.schema.ts";
import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { IconBan, IconListSearch, IconReplace } from "@tabler/icons-react";
import { Link, linkOptions, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import type { RowColumns } from "../../platform/lists/columns/row-columns.ts";
import { WITHOUT_STREAM_MS } from "../../platform/lists/list-page.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { formatMoment } from "../../platform/page/format.ts";
import { Page } from "../../platform/page/page.tsx";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { CreateButton } from "../../platform/records/forms/create-button.tsx";
import { apiKeyTexts as texts } from "./api-keys.texts.ts";

const columns: RowColumns<typeof apiKeyList> = {
  name: { identifies: true },
  company: { value: ({ company }) => company?.name ?? texts.everyCompany, width: [120, 220], card: "site" },
  scopes: {
    value: ({ scopes }) => scopes.join(", "),
    cell: ({ scopes }) => scopes.join(", "),
    width: [130, 240],
    card: "detail",
  },
  state: { tones: { Valid: "good", Expired: "neutral", Revoked: "neutral" } },
  last_used_at: {
    cell: ({ last_used_at }) => (last_used_at ? formatMoment(last_used_at) : texts.never),
    card: "detail",
  },
  prefix: { width: [124, 140], card: "detail" },
  created_at: {},
  created_by: {
    value: ({ created_by }) => created_by ?? texts.commandLine,
    width: [120, 200],
    card: "detail",
  },
  expires_at: { card: "detail" },
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
const loadReplace = async () => (await import("./replace-api-key.tsx")).ReplaceApiKey;
const writtenLink = ({ id }: ApiKey) =>
  linkOptions({ to: "/api-keys/$keyId", params: { keyId: String(id) } });

/** The keys with which other systems call the integration API. */
export const ApiKeysPage = () => {
  const list = useListState(apiKeyList);
  const [replaced, setReplaced] = useState<ApiKey>();
  const navigate = useNavigate();
  const Dialog = useLazy(loadReplace, { early: false, needed: replaced !== undefined });
  const actions = (key: ApiKey) => (
    <>
      <IconAction
        label={texts.showWritten}
        about={key.name}
        icon={<IconListSearch {...icon} />}
        renderRoot={(props) => <Link {...props} {...writtenLink(key)} />}
      />
      {key.state === "Valid" && (
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
      )}
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
        maxActions={3}
        refreshEvery={WITHOUT_STREAM_MS}
        open={(key) => void navigate(writtenLink(key))}
        emptyHint={texts.empty}
      />
      {Dialog && replaced && (
        <Dialog key={replaced.id} replaced={replaced} opened onClose={() => setReplaced(undefined)} />
      )}
    </Page>
  );
};
