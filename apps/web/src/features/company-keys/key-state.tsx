import type { CompanyKey } from "@mcc/contract/company-keys/company-keys.schema.ts";
import { Tag, type Tone } from "@mcc/ui/content/tag.tsx";
import { formatMoment } from "../../platform/page/format.ts";
import classes from "./company-keys.module.css";
import { companyKeyTexts as texts } from "./company-keys.texts.ts";

const TONES: Readonly<Record<CompanyKey["state"], Tone>> = {
  Valid: "good",
  "Expires soon": "warn",
  Expired: "neutral",
  Deleted: "neutral",
};

/** Whether a key is valid, and until when. */
export const KeyState = ({ record }: { readonly record: CompanyKey }) => {
  const { state, expires_at, deleted_at, is_replaced } = record;
  return (
    <span className={classes.state}>
      <Tag tone={TONES[state]}>{state}</Tag>
      {deleted_at && <span className={classes.hint}>{formatMoment(deleted_at)}</span>}
      {expires_at && !deleted_at && state !== "Expired" && (
        <span className={classes.hint}>{texts.until(formatMoment(expires_at))}</span>
      )}
      {is_replaced && <span className={classes.hint}>{texts.replaced}</span>}
    </span>
  );
};
