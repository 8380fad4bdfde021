export interface Region {
  readonly code: string;
  readonly name: string;
}

const listOf = (lines: string): Region[] =>
  lines
    .trim()
    .split(/[,\n]\s*/)
    .map((entry) => ({ code: entry.slice(0, 2), name: entry.slice(3) }));

const REGIONS: Readonly<Record<string, readonly Region[]>> = {
  US: listOf(`
AL Alabama, AK Alaska, AS American Samoa, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut
DE Delaware, DC District of Columbia, FL Florida, GA Georgia, GU Guam, HI Hawaii, ID Idaho, IL Illinois, IN Indiana
IA Iowa, KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota
MS Mississippi, MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico
NY New York, NC North Carolina, ND North Dakota, MP Northern Mariana Islands, OH Ohio, OK Oklahoma, OR Oregon
PA Pennsylvania, PR Puerto Rico, RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah
VT Vermont, VI Virgin Islands, VA Virginia, WA Washington, WV West Virginia, WI Wisconsin, WY Wyoming`),
  CA: listOf(`
AB Alberta, BC British Columbia, MB Manitoba, NB New Brunswick, NL Newfoundland and Labrador, NT Northwest Territories
NS Nova Scotia, NU Nunavut, ON Ontario, PE Prince Edward Island, QC Quebec, SK Saskatchewan, YT Yukon`),
};

/** The regions to choose from in this country; undefined where the region is typed. */
export const regionsOf = (country: string): readonly Region[] | undefined =>
  Object.hasOwn(REGIONS, country) ? REGIONS[country] : undefined;

/** A region of a country with a list, by its code or its name. */
export const findRegion = (regions: readonly Region[], given: string): Region | undefined => {
  const wanted = given.toLowerCase();
  return regions.find(({ code, name }) => [code, name].some((word) => word.toLowerCase() === wanted));
};
