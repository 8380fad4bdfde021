/** The kinds of errors that the standard names (RFC 7644, table 9). */
type ScimType =
  | "invalidFilter"
  | "uniqueness"
  | "mutability"
  | "invalidSyntax"
  | "invalidPath"
  | "noTarget"
  | "invalidValue";

/** A refusal in the words and the form of the standard. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

/** A request that cannot be understood. */
export function refuse(scimType: ScimType, detail: string): never {
  throw new ScimError(scimType === "uniqueness" ? 409 : 400, detail, scimType);
}

export function failNotFound(kind: "User" | "Group", id: string): never {
  throw new ScimError(404, `${kind} ${id.slice(0, 40)} was not found.`);
}
