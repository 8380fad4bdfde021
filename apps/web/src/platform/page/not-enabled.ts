/** Instead of a page whose feature the company has not switched on. */
export const NOT_ENABLED = "You do not have this feature enabled";
