/** Where the directories of companies call. */
export const SCIM_PATH = "/scim/v2";
