/**
 * Hierarchy groups become extra columns: `group_{id}` filters by the name of the node in that group. In a file of its
 * own, so that the workers that write spreadsheets do without schemas.
 */
export const GROUP_KEY = /^group_(\d{1,15})$/;
