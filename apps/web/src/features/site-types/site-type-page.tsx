import type { NewSiteType, SiteType } from "@mcc/contract/site-types/site-types.schema.ts";
import { useParams } from "@tanstack/react-router";
import { RecordEditPage } from "../../platform/records/record-edit-page.tsx";
import { siteTypeScreens } from "./site-type-screens.tsx";

/** One site type: its name. */
export const SiteTypePage = () => {
  const { siteTypeId = "" } = useParams({ strict: false });
  return (
    <RecordEditPage<SiteType, NewSiteType>
      screens={siteTypeScreens}
      id={siteTypeId}
      valuesOf={({ name }) => ({ name })}
    />
  );
};
