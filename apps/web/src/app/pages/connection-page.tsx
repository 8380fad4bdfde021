import { MappingResult } from "../../features/access-mappings/mapping-result.tsx";
import { ConnectionPage as SsoConnectionPage } from "../../features/single-sign-on/connection-page.tsx";

/** One identity provider; its try-out shows what the mappings would give. Features meet in `app`. */
export const ConnectionPage = () => (
  <SsoConnectionPage explain={(mapping) => <MappingResult mapping={mapping} />} />
);
