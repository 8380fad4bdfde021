/** A bill of materials in CycloneDX 1.6, of the packages that the lock file names. */

interface LockEntry {
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
export interface Lock {
  readonly name: string;
  readonly version: string;
  readonly packages: Readonly<Record<string, LockEntry>>;
}

interface Component {
  readonly type: "library";
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  /** Not in the product, in it on some platforms, or always. */
  readonly scope: "excluded" | "optional" | "required";
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly object[];
}
export interface Bill {
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const FOLDER = "node_modules/";
const nameAt = (path: string): string => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
const isPackage = ([path, { link }]: readonly [string, LockEntry]): boolean => path.includes(FOLDER) && !link;
const purlOf = (path: string, { name = nameAt(path), version }: LockEntry): string =>
  `pkg:npm/${name.replace("@", "%40")}@${version}`;

const scopeOf = ({ dev, optional, devOptional }: LockEntry): Component["scope"] => {
  if (dev) return "excluded";
  return optional || devOptional ? "optional" : "required";
};

/** "sha512-…" of the lock file as an algorithm and hexadecimal digits. */
const hashesOf = ({ integrity = "" }: LockEntry): Pick<Component, "hashes"> => {
  const [, bits, digest] = /^sha(\d+)-(\S+)/.exec(integrity) ?? [];
  if (!digest) return {};
  return { hashes: [{ alg: `SHA-${bits}`, content: Buffer.from(digest, "base64").toString("hex") }] };
};

const licensesOf = ({ license }: LockEntry): Pick<Component, "licenses"> => {
  if (!license) return {};
  if (/\b(AND|OR|WITH)\b/.test(license)) return { licenses: [{ expression: license }] };
  const id = license === "mit" ? "MIT" : license;
  return { licenses: [{ license: /^[\w.+-]+$/.test(id) ? { id } : { name: id } }] };
};

const componentOf = (path: string, entry: LockEntry): Component => ({
  type: "library",
  "bom-ref": purlOf(path, entry),
  name: entry.name ?? nameAt(path),
  version: entry.version ?? "",
  scope: scopeOf(entry),
  purl: purlOf(path, entry),
  ...hashesOf(entry),
  ...licensesOf(entry),
});

/** The package that Node finds by a name from a folder: in the nearest `node_modules`. */
const foundFrom = ({ packages }: Lock, folder: string, name: string): string | undefined => {
  const path = `${folder ? `${folder}/` : ""}${FOLDER}${name}`;
  if (packages[path]) return path;
  if (!folder) return undefined;
  return foundFrom({ packages } as Lock, folder.slice(0, Math.max(0, folder.lastIndexOf("/"))), name);
};

const dependenciesOf = (lock: Lock, path: string, entry: LockEntry): string[] =>
  Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
    .flatMap((name) => foundFrom(lock, path, name) ?? [])
    .filter((found) => !lock.packages[found]?.link)
    .map((found) => purlOf(found, lock.packages[found] ?? {}))
    .sort();

/** The required one of the same package at several places is the one that counts. */
const RANK = ["required", "optional", "excluded"];
const first = (a: Component, b: Component): number => RANK.indexOf(a.scope) - RANK.indexOf(b.scope);

export const makeBill = (lock: Lock) => {
  const entries = Object.entries(lock.packages).filter(isPackage);
  const places = Map.groupBy(entries, ([path, entry]) => purlOf(path, entry));
  const sorted = [...places].sort(([a], [b]) => (a < b ? -1 : 1));
  const product = `pkg:npm/${lock.name}@${lock.version}`;
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": product,
        name: lock.name,
        version: lock.version,
        purl: product,
      },
    },
    components: sorted.map(([, same]) => {
      const [component] = same.map(([path, entry]) => componentOf(path, entry)).sort(first);
      return component as Component;
    }),
    dependencies: sorted.map(([ref, same]) => ({
      ref,
      dependsOn: [...new Set(same.flatMap(([path, entry]) => dependenciesOf(lock, path, entry)))],
    })),
  };
};

/** Where a bill and a lock file differ: packages, versions and hashes that only one of them has. */
export const differences = ({ components, dependencies }: Bill, lock: Lock): string[] => {
  const listed = new Map(components.map((component) => [component.purl, component]));
  const refs = new Set(components.map((component) => component["bom-ref"]));
  const locked = Object.entries(lock.packages).filter(isPackage);
  const purls = new Set(locked.map(([path, entry]) => purlOf(path, entry)));
  return [
    ...locked.flatMap(([path, entry]) => {
      const component = listed.get(purlOf(path, entry));
      if (!component) return [`${path} ${entry.version} is not in the bill`];
      const wanted = hashesOf(entry).hashes?.[0]?.content;
      return wanted && component.hashes?.[0]?.content !== wanted
        ? [`${path} has another hash in the bill`]
        : [];
    }),
    ...[...listed.keys()].filter((purl) => !purls.has(purl)).map((purl) => `${purl} is not in the lock file`),
    ...dependencies
      .flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
      .filter((ref) => !refs.has(ref))
      .map((ref) => `${ref} is depended on and not listed`),
  ];
};
