export const auditTexts = {
  title: "Audit",
  noun: "Entries",
  searched: "Person, action or record",
  empty: "Every change of orders, rules, roles, users, sites and settings appears here.",
  field: "Field",
  before: "Before",
  after: "After",
  unchanged: (count: number) =>
    count === 1 ? "1 field has not changed" : `${count} fields have not changed`,
  noFields: "Nothing else was recorded.",
  close: "Close",
  when: "When",
  who: "Who",
  onBehalfOf: "On behalf of",
  record: "Record",
  address: "Address",
  hash: "Hash",
} as const;
