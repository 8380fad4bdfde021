/**
 * Hierarchy groups become extra columns: `group_{id}` filters by the name of the node in that group. In a separate
 * file, so that the workers that write spreadsheets do not load the schemas.
 */
export const GROUP_KEY = /^group_([1-9]\d{0,14})$/;
