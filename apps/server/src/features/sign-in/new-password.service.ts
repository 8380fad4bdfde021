import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { failField } from "@mcc/contract/kit/errors.ts";
import { signInMessages as says } from "@mcc/contract/sign-in/sign-in.messages.ts";
import { hashPassword } from "../../platform/access/password.ts";

const FILE = join(import.meta.dirname, "../../../common-passwords.txt.gz");

/** Those of the 100,000 most common passwords that are long enough; read with the first password that is set. */
let common: ReadonlySet<string> | undefined;
const isCommon = (password: string): boolean => {
  common ??= new Set(gunzipSync(readFileSync(FILE)).toString("utf8").split("\n"));
  return common.has(password);
};

/** Shorter names are in most words, and so are shorter parts of names, such as "van". */
const NAME_MIN = 3;
const PART_MIN = 4;
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Whose password it becomes. */
export interface PasswordOwner {
  readonly username: string;
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  readonly email?: string | null;
  readonly company?: string | null;
  readonly companyShortName?: string | null;
}

const atLeast = (min: number, names: readonly (string | null | undefined)[]): string[] =>
  names.map((name) => plain(name ?? "")).filter((name) => name.length >= min);

/** The words of a name: Anna and Maria of "Anna Maria". */
const partsOf = (name: string | null | undefined): string[] => (name ?? "").split(/[\s-]+/);

/** What everybody knows of the owner: each name and its words, first and last name together, and what is before the @. */
const namesOf = ({ username, first_name, last_name, email, company, companyShortName }: PasswordOwner) => [
  ...atLeast(NAME_MIN, [
    ...[username, first_name, last_name, company, companyShortName],
    ...[`${first_name ?? ""}${last_name ?? ""}`, `${last_name ?? ""}${first_name ?? ""}`],
    ...[email?.split("@")[0], email?.split(/[+@]/)[0]],
  ]),
  ...atLeast(PART_MIN, [first_name, last_name, company].flatMap(partsOf)),
];

/** The hash of a new password, which must be neither common nor made of what everybody knows of its owner. */
export const hashNewPassword = (password: string, owner: PasswordOwner): Promise<string> => {
  if (isCommon(password.toLowerCase())) failField("password", says.passwordCommon);
  if (namesOf(owner).some((name) => plain(password).includes(name)))
    failField("password", says.passwordNames);
  return hashPassword(password);
};
