/** Who is signed in to the storefront: a person of the portal who acts as the shop user of a site. */
export interface Shopper {
  readonly shopUser: string;
  readonly siteId: number;
  readonly site: string;
  readonly slug: string;
  readonly company: string;
  readonly username: string;
  readonly name: string;
}
