/** What names a record in a request. Each kind can be one of the own company, of another one, hidden, or of no record. */
export interface Ids {
  readonly company: number;
  readonly slug: string;
  readonly site: number;
  readonly siteName: string;
  readonly shopUser: string;
  /** In a hierarchy, a site without a node. */
  readonly freeSite: number;
  /** A user without a node and without sites. */
  readonly user: number;
  /** A user who sees the site. */
  readonly member: number;
  /** A user who approves. */
  readonly approver: number;
  readonly delegation: number;
  readonly role: number;
  readonly rule: number;
  readonly budget: number;
  readonly report: number;
  readonly simulation: number;
  readonly group: number;
  readonly node: number;
  readonly nodeName: string;
  /** A second node, below none of the others. */
  readonly otherNode: number;
  readonly siteType: number;
  readonly warehouse: number;
  readonly address: number;
  readonly order: string;
  readonly orderId: number;
  /** An item of the order. */
  readonly line: number;
  readonly document: number;
  readonly alert: number;
  readonly trigger: number;
  readonly alertRule: number;
  readonly view: number;
  readonly import: string;
  /** A failed row of the import. */
  readonly importRow: number;
  readonly session: string;
  /** The session of another user of the company. */
  readonly companySession: string;
  /** An authenticator app that was not confirmed yet. */
  readonly factor: number;
  readonly directoryToken: number;
  readonly ssoConnection: number;
  readonly ssoDomain: number;
  readonly webhook: number;
  readonly webhookDelivery: number;
  readonly delivery: number;
  readonly apiKey: number;
  readonly companyKey: number;
  readonly assistant: number;
  readonly job: string;
}
export type IdKind = keyof Ids;

const NO_NUMBER = 987_654_321;

/** The ids of no record. */
export const absentIds: Ids = {
  company: NO_NUMBER,
  slug: "no-such-company",
  site: NO_NUMBER,
  siteName: "No-Such-Site",
  shopUser: "no-such-shop-user",
  freeSite: NO_NUMBER,
  user: NO_NUMBER,
  member: NO_NUMBER,
  approver: NO_NUMBER,
  delegation: NO_NUMBER,
  role: NO_NUMBER,
  rule: NO_NUMBER,
  budget: NO_NUMBER,
  report: NO_NUMBER,
  simulation: NO_NUMBER,
  group: NO_NUMBER,
  node: NO_NUMBER,
  nodeName: "No-Such-Node",
  otherNode: NO_NUMBER,
  siteType: NO_NUMBER,
  warehouse: NO_NUMBER,
  address: NO_NUMBER,
  order: "NO-SUCH-ORDER",
  orderId: NO_NUMBER,
  line: NO_NUMBER,
  document: NO_NUMBER,
  alert: NO_NUMBER,
  trigger: NO_NUMBER,
  alertRule: NO_NUMBER,
  view: NO_NUMBER,
  import: "00000000-0000-4000-8000-0000000000a1",
  importRow: NO_NUMBER,
  session: "00000000-0000-4000-8000-0000000000a2",
  companySession: "00000000-0000-4000-8000-0000000000a4",
  factor: NO_NUMBER,
  directoryToken: NO_NUMBER,
  ssoConnection: NO_NUMBER,
  ssoDomain: NO_NUMBER,
  webhook: NO_NUMBER,
  webhookDelivery: NO_NUMBER,
  delivery: NO_NUMBER,
  apiKey: NO_NUMBER,
  companyKey: NO_NUMBER,
  assistant: NO_NUMBER,
  job: "00000000-0000-4000-8000-0000000000a3",
};
