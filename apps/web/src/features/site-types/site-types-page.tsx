import type { NewSiteType, SiteType } from "@mcc/contract/site-types/site-types.schema.ts";
import { linkOptions } from "@tanstack/react-router";
import { RecordListPage } from "../../platform/records/record-list-page.tsx";
import { siteTypeScreens } from "./site-type-screens.tsx";

/** The site types of the company. */
export const SiteTypesPage = () => (
  <RecordListPage<SiteType, NewSiteType>
    screens={siteTypeScreens}
    orderBy="name"
    initialValues={{ name: "" }}
    edit={({ id }) =>
      linkOptions({ to: "/configuration/site-types/$siteTypeId", params: { siteTypeId: String(id) } })
    }
  />
);
