import type { SessionCompany } from "@mcc/contract/access/session.ts";
import { useCallback, useMemo, useState } from "react";
import { AssignUsers } from "./assign-users.tsx";
import { type OpenedSheet, SheetUpload } from "./sheet-upload.tsx";
import { sendSites, siteChecker, siteImportColumns } from "./site-import.ts";

/** Uploads the sites of a sheet, which are assigned to users in companies without a hierarchy. */
export const SiteUpload = ({ company, ...opened }: OpenedSheet & { company: SessionCompany }) => {
  const columns = useMemo(() => siteImportColumns(company), [company]);
  const checker = useCallback((isUpsert: boolean) => siteChecker(company, isUpsert), [company]);
  const [users, setUsers] = useState<readonly number[]>([]);
  return (
    <SheetUpload
      {...opened}
      kind="sites"
      columns={columns}
      checker={checker}
      send={(upload, rows, batch) => sendSites({ ...upload, users }, rows, batch)}
    >
      {!company.has_company_hierarchy && <AssignUsers chosen={users} onChange={setUsers} />}
    </SheetUpload>
  );
};
