import { failField } from "@mcc/contract/kit/errors.ts";

interface UniqueField {
  /** The name of the unique index. */
  readonly index: string;
  readonly field: string;
  readonly message: string;
}

const UNIQUE_VIOLATION = "23505";

/** The unique index that an error of PostgreSQL is about, if it is about one. */
export const violatedIndex = (error: unknown): string | undefined => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION ? constraint : undefined;
};

/**
 * Writes what has to be unique. The unique index decides, so of two requests at the same time one gets the field error;
 * a check beforehand would let both through.
 */
export const writeUnique = async <Result>(
  write: Promise<Result>,
  ...unique: readonly UniqueField[]
): Promise<Result> => {
  try {
    return await write;
  } catch (error) {
    const violated = violatedIndex(error);
    const taken = unique.find(({ index }) => index === violated);
    if (taken) failField(taken.field, taken.message);
    throw error;
  }
};
