import { Anchor, Group, Stack } from "@mantine/core";
import { findSupportAccess } from "@mcc/contract/support-access/support-access.api.ts";
import { Link } from "@tanstack/react-router";
import { ActionButton } from "../../platform/records/action-button.tsx";
import { breadcrumbs, CONFIGURATION } from "../../platform/records/breadcrumbs.tsx";
import { CreateButton } from "../../platform/records/forms/create-button.tsx";
import { RecordPage } from "../../platform/records/record-page.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { askToRevoke } from "./revoke-support-access.ts";
import classes from "./support-access.module.css";
import { supportTexts as texts } from "./support-access.texts.ts";
import { SupportFacts } from "./support-facts.tsx";

const load = async () => (await import("./grant-support-access.tsx")).GrantSupportAccess;

/** Whether the provider's support can see the company, until when and why; a company admin grants and revokes it. */
export const SupportAccessPage = () => {
  const { is_support } = useSessionUser();
  const loaded = useRecord(findSupportAccess, {}, { failed: texts.failed });
  return (
    <RecordPage
      title={texts.title}
      breadcrumbs={breadcrumbs([CONFIGURATION], texts.title)}
      back={{ ...CONFIGURATION, label: texts.back }}
      failed={texts.failed}
      loaded={loaded}
    >
      {({ access }) => (
        <Stack gap="md">
          <p className={classes.hint}>{texts.hint}</p>
          {access ? <SupportFacts access={access} /> : <p className={classes.hint}>{texts.none}</p>}
          <Group gap="md">
            {!is_support &&
              (access ? (
                <ActionButton color="red" variant="light" action={askToRevoke}>
                  {texts.revoke}
                </ActionButton>
              ) : (
                <CreateButton label={texts.grant} load={load} />
              ))}
            <Anchor
              component={Link}
              to="/configuration/audit"
              search={{ record_type: "support_access" } as never}
            >
              {texts.audit}
            </Anchor>
          </Group>
        </Stack>
      )}
    </RecordPage>
  );
};
