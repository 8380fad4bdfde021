/** Apart from the endpoints: what every page loads needs only the path. */
export const DEPUTY_DECISIONS_PATH = "/approvals/delegations/decisions/";
