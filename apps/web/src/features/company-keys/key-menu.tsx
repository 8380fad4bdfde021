import type { CompanyKey } from "@mcc/contract/company-keys/company-keys.schema.ts";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { IconReplace } from "@tabler/icons-react";
import { useState } from "react";
import { deleteEntry } from "../../platform/records/record-actions.tsx";
import { RowMenu } from "../../platform/records/row-menu.tsx";
import { companyKeyTexts as texts } from "./company-keys.texts.ts";
import { deleteKey } from "./key-actions.ts";

const load = async () => (await import("./replace-company-key.tsx")).ReplaceCompanyKey;

interface KeyMenuProps {
  readonly record: CompanyKey;
  readonly onDeleted?: () => unknown;
}

/** What can be done with a key: replace it, delete it. */
export const KeyMenu = ({ record, onDeleted }: KeyMenuProps) => {
  const [isReplacing, setReplacing] = useState(false);
  const Dialog = useLazy(load, { early: false, needed: isReplacing });
  const replace = {
    label: texts.replace,
    icon: <IconReplace size={18} stroke={1.6} aria-hidden />,
    onClick: () => setReplacing(true),
  };
  return (
    <>
      <RowMenu
        about={record.name}
        actions={[...(record.is_replaced ? [] : [replace]), deleteEntry(() => deleteKey(record, onDeleted))]}
      />
      {Dialog && isReplacing && <Dialog replaced={record} opened onClose={() => setReplacing(false)} />}
    </>
  );
};
