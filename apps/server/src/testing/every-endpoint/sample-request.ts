import type { Ids } from "./ids.ts";

/** A request that an endpoint accepts: every field of its body, with all that names a record taken from `ids`. */
export interface SampleRequest {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
  /** The content of the file of an upload. */
  readonly file?: string;
  /** Sent in place of the body, as it is. */
  readonly raw?: string;
}

/** The company decides what some requests need: with a hierarchy, a user has a node instead of sites. */
export interface SampleCompany {
  readonly hierarchy: boolean;
  /** What its usernames begin with. */
  readonly slug: string;
}

export type Sample = (ids: Ids, company: SampleCompany) => SampleRequest;
/** By method and path, as in "GET /sites/:id/". */
export type Samples = Readonly<Record<string, Sample>>;

let made = 0;
/** A word that no other request has; `withoutUnique` leaves out what is unique of it. */
export const unique = (word: string): string => `${word}q${++made}q`;
export const withoutUnique = (text: string): string => text.replace(/q\d+q/g, "");

export const NOTHING: Sample = () => ({});
export const byId =
  (kind: keyof Ids): Sample =>
  (ids) => ({ params: { id: ids[kind] } });
/** A list: with a hierarchy filtered by a group, without one searched for a site. */
export const listed: Sample = ({ siteName, group, nodeName }, { hierarchy }) => ({
  query: hierarchy ? { [`group_${group}`]: nodeName } : { search: siteName },
});
export const searchedFor =
  (kind: keyof Ids): Sample =>
  (ids) => ({ query: { search: String(ids[kind]) } });
/** Suggestions for a column. */
export const suggested =
  (field: string, kind?: keyof Ids): Sample =>
  (ids) => ({ query: { field, ...(kind ? { [field]: String(ids[kind]) } : {}) } });
/** Suggestions for the nodes of a group, or for the sites. */
export const suggestedPlaces =
  (field: string): Sample =>
  ({ group, nodeName, siteName }, { hierarchy }) => ({
    query: hierarchy
      ? { field: `group_${group}`, [`group_${group}`]: nodeName }
      : { field, [field]: siteName },
  });
