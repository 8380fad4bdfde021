import type { SupportAccess } from "@mcc/contract/support-access/support-access.schema.ts";
import { Facts } from "@mcc/ui/content/facts.tsx";
import { formatMoment } from "../../platform/page/format.ts";
import { supportTexts as texts } from "./support-access.texts.ts";

/** Who granted support access, until when, and why. */
export const SupportFacts = ({ access }: { access: SupportAccess }) => (
  <Facts
    facts={[
      { label: texts.until, value: formatMoment(access.ends_at) },
      { label: texts.by, value: access.granted_by },
      { label: texts.at, value: formatMoment(access.granted_at) },
      ...(access.reason === null ? [] : [{ label: texts.reason, value: access.reason, wide: true }]),
    ]}
  />
);
