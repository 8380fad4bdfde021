const NOUNS =
  "Ball valve,Gate valve,Check valve,Hex bolt,Stud bolt,Gasket,Weld neck flange,Blind flange,Drill bit,Pipe nipple,Reducing tee,Elbow,Air hose,Pump seal,Bearing,Filter element,Work gloves,Safety glasses,Hard hat,Grease cartridge";
const MATERIALS =
  "stainless,carbon steel,brass,forged,galvanized,rubber,nitrile,zinc plated,cast iron,bronze";

const oneOf = (words: string, index: string): string =>
  `(array['${words.split(",").join("','")}'])[1 + (${index}) % ${words.split(",").length}]`;

const PARTS = 5_000;

/** What companies order. Only the last and rarest of them has an "xy" in its text. */
export const catalog = `
  create table public.bench_parts as
  select part, 'SKU-' || lpad((part * 7919 % 100000)::text, 5, '0') as sku,
    'MF' || upper(translate(substr(md5(part::text), 1, 8), 'abcdef', 'ghjkmn')) as manufacturer_sku,
    case when part = ${PARTS - 1} then 'Xylene wipes, 100 pack'
      else ${oneOf(NOUNS, "part")} || ' ' || 1 + part / 20 % 24 || ' in, ' || ${oneOf(MATERIALS, "part / 480")}
        || ', class ' || 150 * (1 + part % 7) end as text
  from generate_series(0, ${PARTS - 1}) as part;
  alter table public.bench_parts add primary key (part);
  analyze public.bench_parts;`;

/** Which part a line of an order names: the lower its number, the more often. */
export const partOf = (order: string, line: string): string =>
  `floor(${PARTS} * power((${order}::bigint * 7919 + ${line} * 104729) % 100003 / 100003.0::float8, 3))::int`;

/** The text that an order's lines are searched by. */
export const lineText = (order: string, lines: string): string => `(
  select lower(string_agg(sku || E'\\n' || manufacturer_sku || E'\\n' || text, E'\\n' order by line))
  from generate_series(1, ${lines}) as line join public.bench_parts on part = ${partOf(order, "line")})`;
