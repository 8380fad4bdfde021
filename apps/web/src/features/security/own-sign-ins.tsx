import { Button } from "@mantine/core";
import { ownSignIns } from "@mcc/contract/security/sign-ins.api.ts";
import type { SignIn } from "@mcc/contract/security/sign-ins.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { Tag } from "@mcc/ui/content/tag.tsx";
import { type PlainColumn, PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { useState } from "react";
import { formatMoment } from "../../platform/page/format.ts";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { resultTones } from "./result-tones.ts";
import classes from "./security.module.css";
import { securityTexts as texts } from "./security.texts.ts";

const FIRST = 5;

type Row = Omit<SignIn, "user" | "reason" | "reference">;

const columns: readonly PlainColumn<Row>[] = [
  { label: texts.when, cell: ({ at }) => formatMoment(at) },
  {
    label: texts.result,
    cell: ({ result }) => <Tag tone={resultTones[result]}>{result}</Tag>,
  },
  { label: texts.method, cell: ({ method }) => method },
  { label: texts.device, cell: ({ device }) => device },
  { label: texts.address, cell: ({ address }) => address },
];

/** The latest sign-ins of the user, also those that were refused. */
export const OwnSignIns = () => {
  const { record, error, retry } = useRecord(ownSignIns, {}, { failed: texts.recentFailed });
  const [isWhole, setWhole] = useState(false);
  const rows = record?.results;
  const count = rows?.length ?? 0;
  return (
    <Card title={texts.recent} flush>
      <p className={classes.hint}>{texts.recentHint}</p>
      {!record && error ? (
        <LoadFailed retry={retry}>{texts.recentFailed}</LoadFailed>
      ) : (
        <PlainTable
          label={texts.recentTable}
          columns={columns}
          rows={isWhole ? rows : rows?.slice(0, FIRST)}
          rowKey={({ id }) => id}
          empty={texts.noRecent}
          inCard
        />
      )}
      {count > FIRST && !isWhole && (
        <div className={classes.more}>
          <Button size="compact-sm" variant="default" onClick={() => setWhole(true)}>
            {texts.showAll(count)}
          </Button>
        </div>
      )}
    </Card>
  );
};
