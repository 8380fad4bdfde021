import { TagsInput } from "@mantine/core";
import { displayName } from "@mcc/contract/access/session.ts";
import { previewAccessMappings } from "@mcc/contract/access-mappings/access-mappings.api.ts";
import {
  type AccessMapping,
  GROUPS_CLAIM,
  MOST_CLAIM_VALUES,
} from "@mcc/contract/access-mappings/access-mappings.schema.ts";
import { userList } from "@mcc/contract/users/users.api.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryFor } from "../../platform/api/call.ts";
import { CallError } from "../../platform/api/call-error.ts";
import { AsyncSelect } from "../../platform/records/fields/async-select.tsx";
import { inputsOf } from "./mapping-inputs.ts";
import { MappingResult } from "./mapping-result.tsx";
import classes from "./mappings.module.css";
import { mappingTexts as texts } from "./mappings.texts.ts";

const everyUser = { query: { limit: "1000000", liteVersion: "true" } };

/** What the lines, saved or not, would give to any person, or to somebody in these groups. */
export const PreviewCard = ({ draft }: { draft: readonly AccessMapping[] }) => {
  const [user, setUser] = useState<string | null>(null);
  const [groups, setGroups] = useState<string[]>([]);
  const body = {
    mappings: inputsOf(draft),
    ...(user === null ? {} : { user: Number(user) }),
    ...(groups.length === 0 ? {} : { claims: [{ name: GROUPS_CLAIM, values: groups }] }),
  };
  const isAsked = user !== null || groups.length > 0;
  const { data, error } = useQuery({
    ...queryFor(previewAccessMappings, { body }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
  });
  const isUnknown = data && groups.length === 0 && data.sources.length === 0;
  return (
    <Card title={texts.preview}>
      <div className={classes.body}>
        <p className={classes.hint}>{texts.previewHint}</p>
        <div className={classes.asked}>
          <AsyncSelect
            label={texts.person}
            description={texts.personHint}
            endpoint={userList.litePage}
            ask={everyUser}
            failed={texts.usersFailed}
            optionsOf={({ results }) =>
              results.map((one) => ({
                value: String(one.id),
                label: `${displayName(one)} (${one.username})`,
              }))
            }
            value={user}
            onChange={setUser}
            required={false}
            clearable
          />
          <TagsInput
            label={texts.groups}
            description={texts.groupsHint}
            value={groups}
            onChange={setGroups}
            maxTags={MOST_CLAIM_VALUES}
            acceptValueOnBlur
          />
        </div>
        <div role="status">
          {isAsked && error && (
            <p className={classes.words}>
              {error instanceof CallError && error.status === 400 ? error.detail : texts.previewFailed}
            </p>
          )}
          {isAsked && !error && data && (
            <>
              {isUnknown && <p className={classes.words}>{texts.noneKnown}</p>}
              <MappingResult mapping={data} />
            </>
          )}
        </div>
      </div>
    </Card>
  );
};
