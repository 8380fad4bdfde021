import { Anchor, Stack } from "@mantine/core";
import { companyKeys } from "@mcc/contract/company-keys/company-keys.api.ts";
import { type CompanyKey, MOST_COMPANY_KEYS } from "@mcc/contract/company-keys/company-keys.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { type PlainColumn, PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { formatMoment } from "../../platform/page/format.ts";
import { Page } from "../../platform/page/page.tsx";
import { breadcrumbs, CONFIGURATION } from "../../platform/records/breadcrumbs.tsx";
import { CreateButton } from "../../platform/records/forms/create-button.tsx";
import { RecordLink } from "../../platform/records/record-link.tsx";
import { RecordTable } from "../../platform/records/record-table.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import classes from "./company-keys.module.css";
import { placeWords, scopeWords, companyKeyTexts as texts } from "./company-keys.texts.ts";
import { KeyMenu } from "./key-menu.tsx";
import { KeyState } from "./key-state.tsx";

const columns: PlainColumn<CompanyKey>[] = [
  {
    label: texts.name,
    cell: ({ id, name, prefix }) => (
      <>
        <RecordLink to={{ to: "/configuration/api-keys/$keyId", params: { keyId: String(id) } }}>
          {name}
        </RecordLink>
        <code className={classes.prefix}>{prefix}…</code>
      </>
    ),
  },
  { label: texts.access, cell: ({ scopes }) => scopeWords(scopes) },
  { label: texts.where, cell: (key) => <span className={classes.place}>{placeWords(key)}</span> },
  { label: texts.status, cell: (key) => <KeyState record={key} /> },
  {
    label: texts.lastUse,
    cell: ({ last_used_at }) => (last_used_at ? formatMoment(last_used_at) : texts.never),
  },
];
const menu: PlainColumn<CompanyKey> = {
  ...{ label: texts.actions, narrow: true, cell: (key: CompanyKey) => <KeyMenu record={key} /> },
};

const load = async () => (await import("./create-company-key.tsx")).CreateCompanyKey;

/** The keys with which programs of the company call the API. */
export const CompanyKeysPage = () => {
  const { record, error, retry } = useRecord(companyKeys, {}, { failed: texts.failed });
  const keys = record?.results.filter(({ deleted_at }) => deleted_at === null);
  const deleted = record?.results.filter(({ deleted_at }) => deleted_at !== null) ?? [];
  const isFull = (keys?.length ?? 0) >= MOST_COMPANY_KEYS;
  return (
    <Page
      breadcrumbs={breadcrumbs([CONFIGURATION], texts.title)}
      title={texts.title}
      actions={keys && !isFull ? <CreateButton label={texts.create} load={load} /> : undefined}
    >
      <Stack gap="lg" maw={1180}>
        <Card title={texts.keys} flush>
          <div className={classes.above}>
            <p className={classes.hint}>
              {texts.hint}{" "}
              <Anchor href="/docs/" target="_blank" rel="noopener noreferrer" underline="always" inherit>
                {texts.docs}
              </Anchor>
            </p>
            {isFull && <p className={classes.hint}>{texts.full}</p>}
          </div>
          <RecordTable<CompanyKey>
            label={texts.table}
            columns={[...columns, menu]}
            rows={keys}
            error={error}
            failed={texts.failed}
            retry={retry}
            empty={texts.none}
            inCard
          />
        </Card>
        {deleted.length > 0 && (
          <Card title={texts.deletedKeys} flush>
            <p className={`${classes.above} ${classes.hint}`}>{texts.deletedHint}</p>
            <PlainTable
              label={texts.deletedKeys}
              columns={columns}
              rows={deleted}
              rowKey={({ id }) => id}
              empty={null}
              inCard
            />
          </Card>
        )}
      </Stack>
    </Page>
  );
};
