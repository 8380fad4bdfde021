import { failField } from "@mcc/contract/kit/errors.ts";

interface UniqueField {
  /** The name of the unique index. */
  readonly index: string;
  readonly field: string;
  readonly message: string;
}

const UNIQUE_VIOLATION = "23505";

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
    const { code, constraint } = error as { code?: string; constraint?: string };
    const taken = code === UNIQUE_VIOLATION && unique.find(({ index }) => index === constraint);
    if (taken) failField(taken.field, taken.message);
    throw error;
  }
};
