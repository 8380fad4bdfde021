import { Group, Stack } from "@mantine/core";
import {
  findCompanySupportAccess,
  openSupportSession,
} from "@mcc/contract/support-access/support-access.api.ts";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { failureToast } from "../../platform/records/action.ts";
import { ActionButton } from "../../platform/records/action-button.tsx";
import { RecordSection } from "../../platform/records/record-section.tsx";
import { enterSupport } from "../../platform/session/session.ts";
import classes from "./support-access.module.css";
import { supportTexts as texts } from "./support-access.texts.ts";
import { SupportFacts } from "./support-facts.tsx";

/** Other pages may have told of it before it was revoked. */
const open = async (id: number): Promise<void> => {
  try {
    const { token } = await call(openSupportSession, { params: { id } });
    await enterSupport(token);
  } catch (error) {
    failureToast(texts.openFailed, error);
    await invalidate([findCompanySupportAccess]);
  }
};

/** For platform admins: whether the company grants support access, and the way into it. */
export const CompanySupportAccess = ({ companyId }: { companyId: number }) => (
  <RecordSection
    title={texts.title}
    endpoint={findCompanySupportAccess}
    ask={{ params: { id: companyId } }}
    failed={texts.failed}
  >
    {({ access }) =>
      access ? (
        <Stack gap="md">
          <p className={classes.hint}>{texts.platformHint}</p>
          <SupportFacts access={access} />
          <Group>
            <ActionButton action={() => open(companyId)}>{texts.open}</ActionButton>
          </Group>
        </Stack>
      ) : (
        <p className={classes.hint}>{texts.platformNone}</p>
      )
    }
  </RecordSection>
);
