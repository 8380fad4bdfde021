/**
 * Who is in the bench database. Identifiers are computed, not drawn, so that orders can be made by one statement
 * without joins: site = company × 1000 + n, its snapshot = company × 10000 + n (+ 5000 under its former name),
 * person = user = company × 1000 + n.
 */
export const COMPANIES = 200;
/** Has a fifth of all orders. */
export const LARGE = 1;
/** Has a hierarchy and a twentieth of all orders. */
export const HIERARCHY = 2;
/** Receives the orders of the ingest measurement, which are removed again. */
export const INGEST = 201;
/** Has 50,000 sites, as many users, and 100,000 orders and documents: for the lists of sites and users. */
export const WIDE = 202;
export const WIDE_SIZE = 50_000;
/** Its sites, users and snapshots are counted from here, its orders and documents from the second number. */
export const WIDE_FROM = { places: 10_000_000, orders: 60_000_000 } as const;
export const wideId = (n: number): number => WIDE_FROM.places + n;
/** Its users who see some of its sites, by how many. */
export const SEES = { few: 3, many: 1_000, most: 10_000 } as const;
export const WIDE_USERS = { admin: wideId(1), few: wideId(2), many: wideId(3), most: wideId(4) } as const;

export const slugOf = (company: number): string => `bench-${company}`;

export const SITES = { large: 800, hierarchy: 120, other: 20 } as const;
export const PEOPLE = { large: 400, hierarchy: 100, other: 20 } as const;
export const siteId = (company: number, n: number): number => company * 1_000 + n;
export const userId = (company: number, n: number): number => company * 1_000 + n;

/** SQL for how many of something a company has. */
export const sizeOf = ({ large, hierarchy, other }: typeof SITES | typeof PEOPLE, company: string): string =>
  `(case ${company} when ${LARGE} then ${large} when ${HIERARCHY} then ${hierarchy} else ${other} end)`;

/** The first user of each company is its admin. */
export const ADMIN = userId(LARGE, 1);
export const REGULAR = userId(LARGE, 2);
/** Sites of middling size, spread over the list. */
export const REGULAR_SITES = [101, 213, 333, 467, 599].map((n) => siteId(LARGE, n));
/** Sees every site and has the one role that approves: every pending order needs their approval. */
export const APPROVER = userId(LARGE, 3);
export const MANAGER_ROLE = 1;
export const AT_ROOT = userId(HIERARCHY, 2);

/** The years the orders cover, and the last whole one of them. */
export const FIRST_DAY = "2021-07-01";
export const DAYS = 1_826;
export const ONE_YEAR = { after: "2025-01-01", before: "2025-12-31" } as const;
/** Two weeks as a browser in Houston sends them: no rollup of days can count these. */
export const TWO_WEEKS = { after: "2025-06-01T05:00:00.000Z", before: "2025-06-15T04:59:59.999Z" } as const;
