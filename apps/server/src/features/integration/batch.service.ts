import { integrationMessages } from "@mcc/contract/integration/integration.messages.ts";
import { MAX_REFUSED_LINES } from "@mcc/contract/integration/integration.rules.ts";
import type { BatchResult } from "@mcc/contract/integration/integration.schema.ts";
import { BatchLine } from "@mcc/contract/integration/order-input.ts";
import { errors } from "@mcc/contract/kit/error-codes.ts";
import { AppError } from "@mcc/contract/kit/errors.ts";
import type { IntegrationTransactions } from "../../platform/access/keys/api-key-scope.ts";
import { isUnavailable } from "../../platform/db/database.ts";
import { parseInput } from "../../platform/input/input.ts";
import { parseJson } from "../../platform/input/json.ts";
import type { NdjsonLine } from "../../platform/input/ndjson.ts";
import type { Services } from "../../platform/services.ts";
import { ingest, type Outcome } from "./ingest.service.ts";
import type { NamedDraft } from "./ingest-plan.ts";

/** Orders stored in one transaction. */
const GROUP_SIZE = 200;
const GROUP_BYTES = 2 * 1024 * 1024;

/** A parsed line: a draft, or the error of its result. */
interface BatchEntry {
  readonly line: number;
  readonly identifier: string | null;
  readonly draft?: NamedDraft;
  readonly error?: AppError;
}

/**
 * Reads, stores and responds group by group: memory does not grow with the number of orders. A short line can be
 * refused at length, so a body of hardly anything else is not checked to its end.
 */
export async function* ingestLines(
  services: Services,
  transactions: IntegrationTransactions,
  lines: AsyncIterable<NdjsonLine>,
): AsyncGenerator<BatchResult> {
  const groups = groupsOf(lines);
  let next = groups.next();
  let refused = 0;
  for (;;) {
    const { value: group, done } = await next;
    if (done) return;
    const [first] = group;
    if (first && refused >= MAX_REFUSED_LINES) {
      yield resultOf({ ...first, error: ENOUGH });
      // Read to its end, so that the sender gets the response.
      for await (const _ of lines);
      return;
    }
    // The next group is read and checked while the database is busy with this one, and no further.
    next = groups.next();
    next.catch(() => {}); // handled where it is awaited
    const results = await storeGroup(services, transactions, group);
    yield* results;
    for (const { status } of results) {
      if (status === 200) refused = Math.max(0, refused - 1);
      else if (status < 500) refused++; // a line that failed for another reason is sent again
    }
  }
}

async function* groupsOf(lines: AsyncIterable<NdjsonLine>): AsyncGenerator<BatchEntry[]> {
  let group: BatchEntry[] = [];
  let identifiers = new Set<string>();
  let bytes = 0;
  for await (const line of lines) {
    const entry = parseLine(line);
    const isRepeated = entry.draft !== undefined && identifiers.has(entry.draft.identifier);
    // A second order of the same identifier has to find the first one stored.
    if (isRepeated || group.length >= GROUP_SIZE || bytes >= GROUP_BYTES) {
      yield group;
      group = [];
      identifiers = new Set();
      bytes = 0;
    }
    group.push(entry);
    if (entry.draft) identifiers.add(entry.draft.identifier);
    if ("text" in line) bytes += line.text.length;
  }
  if (group.length > 0) yield group;
}

const parseLine = (line: NdjsonLine): BatchEntry => {
  const at = { line: line.number, identifier: null };
  if ("problem" in line) {
    const code = line.problem === "too-large" ? "input.too_large" : "input.unreadable";
    return { ...at, error: new AppError(code) };
  }
  let identifier: string | null = null;
  try {
    const given = parseJson(line.text);
    identifier = identifierIn(given);
    const draft = parseInput(BatchLine, given);
    return { ...at, identifier: draft.identifier, draft };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...at, identifier, error: error.code === "input.not_json" ? NOT_JSON : error };
  }
};

const NOT_JSON = new AppError("input.invalid", {
  fields: { non_field_errors: [integrationMessages.lineNotJson] },
});

const ENOUGH = new AppError("input.lines_refused");

const identifierIn = (given: unknown): string | null => {
  const { identifier } = (given ?? {}) as { identifier?: unknown };
  return typeof identifier === "string" ? identifier.slice(0, 255) : null;
};

/** Together when possible. When the database objects, one by one, so that the others do not suffer from one. */
const storeGroup = async (
  services: Services,
  transactions: IntegrationTransactions,
  group: readonly BatchEntry[],
): Promise<BatchResult[]> => {
  const drafts = group.flatMap(({ draft }) => draft ?? []);
  const outcomes = new Map<string, Outcome>();
  const isLeft = ({ identifier }: NamedDraft) => !outcomes.has(identifier);
  try {
    for (let left = drafts; left.length > 0; left = drafts.filter(isLeft)) {
      const stored = await transactions.run((scope) => ingest(services, scope, left, true));
      for (const [identifier, outcome] of stored) outcomes.set(identifier, outcome);
    }
  } catch (error) {
    for (const draft of drafts.filter(isLeft)) {
      outcomes.set(
        draft.identifier,
        isSharedFailure(error)
          ? { refused: asAppError(error) }
          : await storeOne(services, transactions, draft),
      );
    }
  }
  return group.map((entry) => resultOf(entry, entry.draft && outcomes.get(entry.draft.identifier)));
};

const storeOne = async (
  services: Services,
  transactions: IntegrationTransactions,
  draft: NamedDraft,
): Promise<Outcome> => {
  try {
    const stored = await transactions.run((scope) => ingest(services, scope, [draft], true));
    return stored.get(draft.identifier) ?? { refused: new AppError("unexpected") };
  } catch (error) {
    return { refused: asAppError(error) };
  }
};

/** The key is no longer valid, or the database is unavailable: true of every order of the group. Overload is not. */
const isSharedFailure = (error: unknown): boolean =>
  error instanceof AppError ? error.code !== "unavailable" : isUnavailable(error);
const asAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  return new AppError(isUnavailable(error) ? "unavailable" : "unexpected");
};

const resultOf = ({ line, identifier, error }: BatchEntry, outcome?: Outcome): BatchResult => {
  if (!error && outcome && "changed" in outcome) return { line, identifier, status: 200, ...outcome };
  const { code, status, fields } =
    error ?? (outcome && "refused" in outcome ? outcome.refused : new AppError("unexpected"));
  const message = fields ? { errors: fields } : { code, detail: errors[code][1] };
  return { line, identifier, status, changed: false, ...message };
};
